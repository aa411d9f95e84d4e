import { fill, Html, html } from "@team-chat/html";
import { renderSVG } from "uqr";

import { factorsPath } from "../../authentication/factors-path.ts";
import type { Factors } from "../../serving/second-factors.ts";
import type { Page } from "../page.ts";
import { accountPage, type Organization } from "./account-page.ts";
import { dateOf, hasFactor, passwordField, type Shown, toFactors } from "./own-factors-parts.ts";
import { passkeysSection } from "./own-passkeys-pages.ts";
import { codeField } from "./second-factor-pages.ts";
import { texts } from "./texts.ts";

const words = texts.secondFactors;

/** Shows somebody their second factors (docs/behaviour/second-factors.md#the-page). */
export function factorsPage({ factors, organization }: Shown): Page {
  const { appSince, email, mayChange, recoveryCodes } = factors;
  const notice = mayChange ? requirement(factors) : words.signInAgain;
  const body = html`<p class="soft">${fill(words.intro, { email })}</p>
    <section>
      <h2>${words.app}</h2>
      <p>${appSince === null ? words.appNone : fill(words.appSince, { date: dateOf(appSince) })}</p>
      ${mayChange ? appLink(appSince) : ""}
    </section>
    ${passkeysSection(factors)} ${hasFactor(factors) ? codesSection(recoveryCodes, mayChange) : ""}
    ${factors.isOverdue ? logOutForm() : toClient(factors, organization)}`;
  return accountPage({ heading: words.heading, organization, notice, body });
}

/** Says until when somebody must set up a second factor. */
function requirement({ isOverdue, requiredBy }: Factors): string {
  if (requiredBy === undefined) return "";
  return isOverdue ? words.overdue : fill(words.requiredBy, { date: dateOf(requiredBy) });
}

function toClient({ requiredBy }: Factors, { name: realm }: Organization): Html {
  const label = requiredBy === undefined ? fill(words.leave, { realm }) : words.later;
  return html`<p class="more"><a href="/">${label}</a></p>`;
}

function logOutForm(): Html {
  return html`<form method="post" action="/logout">
    <button class="other">${words.logOut}</button>
  </form>`;
}

function appLink(appSince: number | null): Html {
  return appSince === null
    ? html`<a class="button" href="${factorsPath}app">${words.appAdd}</a>`
    : html`<a class="button other" href="${factorsPath}app/remove">${words.appRemove}</a>`;
}

function codesSection(count: number, mayChange: boolean): Html {
  return html`<section>
    <h2>${words.codes}</h2>
    <p>${fill(words.codesLeft, { count })}</p>
    ${
      mayChange
        ? html`<a class="button other" href="${factorsPath}codes">${words.codesRenew}</a>`
        : ""
    }
  </section>`;
}

interface Offered extends Shown {
  readonly offer: { readonly secret: string; readonly url: string; readonly sealedOffer: string };
  readonly problem: string;
}

/** Shows the secret of a new app, and asks for a code that the app makes of it. */
export function addAppPage({ factors, offer, organization, problem }: Offered): Page {
  const { heading, ...said } = texts.addApp;
  const key = (offer.secret.match(/.{1,4}/g) ?? []).join(" ");
  const body = html`<p class="soft">${said.intro}</p>
    <div class="qr" role="img" aria-label="${said.picture}">
      ${new Html(renderSVG(offer.url, { border: 2 }))}
    </div>
    <p>${said.key}: <code>${key}</code></p>
    <form method="post" action="${factorsPath}app">
      <input type="hidden" name="offer" value="${offer.sealedOffer}" />
      ${codeField(said.code)} ${passwordField(factors, said.password)}
      <button>${said.submit}</button>
    </form>
    ${toFactors()}`;
  return accountPage({ heading, organization, problem, body, isSecret: true });
}

interface NewCodes {
  readonly organization: Organization;
  readonly codes: readonly string[];
  /** True right after the first second factor was set up. */
  readonly isFirst: boolean;
}

/** Shows recovery codes, once. */
export function recoveryCodesPage({ codes, isFirst, organization }: NewCodes): Page {
  const said = texts.recoveryCodes;
  const body = html`<p>${said.intro}</p>
    <ol class="codes">
      ${codes.map((code) => html`<li><code>${code}</code></li>`)}
    </ol>
    <a class="button" href="${factorsPath}">${said.kept}</a>`;
  const notice = isFirst ? said.done : "";
  return accountPage({ heading: said.heading, organization, notice, body, isSecret: true });
}

interface Confirming extends Shown {
  readonly what: "removeApp" | "renewCodes";
  readonly problem: string;
}

const confirmPaths = { removeApp: "app/remove", renewCodes: "codes" } as const;

/** Asks whether somebody means it, and for the password. */
export function confirmFactorPage({ factors, organization, problem, what }: Confirming): Page {
  const said = texts.confirmFactor[what];
  const keepsPasskeys = what === "removeApp" && factors.passkeys.length > 0;
  const intro = keepsPasskeys ? texts.confirmFactor.removeApp.introOthers : said.intro;
  const body = html`<p class="soft">${intro}</p>
    <form method="post" action="${factorsPath}${confirmPaths[what]}">
      ${passwordField(factors, texts.confirmFactor.password)}
      <button>${said.submit}</button>
    </form>
    ${toFactors()}`;
  return accountPage({ heading: said.heading, organization, problem, body });
}
