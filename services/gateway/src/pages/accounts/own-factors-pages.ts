import { Html, html } from "@team-chat/html";
import { renderSVG } from "uqr";

import { factorsPath } from "../../authentication/factors-path.ts";
import type { Page } from "../page.ts";
import type { Voice } from "../texts/voice.ts";
import { accountPage } from "./account-page.ts";
import { dateOf, hasFactor, passwordField, type Shown, toFactors } from "./own-factors-parts.ts";
import { passkeysSection } from "./own-passkeys-pages.ts";
import { codeField } from "./second-factor-pages.ts";

/** Shows somebody their second factors (docs/behaviour/second-factors.md#the-page). */
export function factorsPage({ factors, voice }: Shown): Page {
  const { appSince, email, mayChange } = factors;
  const { language, say, texts } = voice;
  const words = texts.secondFactors;
  const notice = mayChange ? requirement({ factors, voice }) : words.signInAgain;
  const body = html`<p class="soft">${say(words.intro, { email })}</p>
    <section>
      <h2>${words.app}</h2>
      <p>
        ${appSince === null ? words.appNone : say(words.appSince, { date: dateOf(language, appSince) })}
      </p>
      ${mayChange ? appLink(voice, appSince) : ""}
    </section>
    ${passkeysSection({ factors, voice })}
    ${hasFactor(factors) ? codesSection({ factors, voice }) : ""}
    ${factors.isOverdue ? logOutForm(voice) : toClient({ factors, voice })}`;
  return accountPage({ heading: words.heading, voice, notice, body });
}

/** Says until when somebody must set up a second factor. */
function requirement({ factors, voice }: Shown): string {
  const { isOverdue, requiredBy } = factors;
  const { language, say, texts } = voice;
  const words = texts.secondFactors;
  if (requiredBy === undefined) return "";
  return isOverdue ? words.overdue : say(words.requiredBy, { date: dateOf(language, requiredBy) });
}

function toClient({ factors, voice }: Shown): Html {
  const { name: realm, say, texts } = voice;
  const words = texts.secondFactors;
  const label = factors.requiredBy === undefined ? say(words.leave, { realm }) : words.later;
  return html`<p class="more"><a href="/">${label}</a></p>`;
}

function logOutForm({ texts }: Voice): Html {
  return html`<form method="post" action="/logout">
    <button class="other">${texts.secondFactors.logOut}</button>
  </form>`;
}

function appLink({ texts }: Voice, appSince: number | null): Html {
  const words = texts.secondFactors;
  return appSince === null
    ? html`<a class="button" href="${factorsPath}app">${words.appAdd}</a>`
    : html`<a class="button other" href="${factorsPath}app/remove">${words.appRemove}</a>`;
}

function codesSection({ factors, voice }: Shown): Html {
  const { mayChange, recoveryCodes: count } = factors;
  const { say, texts } = voice;
  const words = texts.secondFactors;
  return html`<section>
    <h2>${words.codes}</h2>
    <p>${say(words.codesLeft, { count })}</p>
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
export function addAppPage({ factors, offer, voice, problem }: Offered): Page {
  const { heading, ...said } = voice.texts.addApp;
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
    ${toFactors(voice)}`;
  return accountPage({ heading, voice, problem, body, isSecret: true });
}

interface NewCodes {
  readonly voice: Voice;
  readonly codes: readonly string[];
  /** True right after the first second factor was set up. */
  readonly isFirst: boolean;
}

/** Shows recovery codes, once. */
export function recoveryCodesPage({ codes, isFirst, voice }: NewCodes): Page {
  const said = voice.texts.recoveryCodes;
  const body = html`<p>${said.intro}</p>
    <ol class="codes">
      ${codes.map((code) => html`<li><code>${code}</code></li>`)}
    </ol>
    <a class="button" href="${factorsPath}">${said.kept}</a>`;
  const notice = isFirst ? said.done : "";
  return accountPage({ heading: said.heading, voice, notice, body, isSecret: true });
}

interface Confirming extends Shown {
  readonly what: "removeApp" | "renewCodes";
  readonly problem: string;
}

const confirmPaths = { removeApp: "app/remove", renewCodes: "codes" } as const;

/** Asks whether somebody means it, and for the password. */
export function confirmFactorPage({ factors, voice, problem, what }: Confirming): Page {
  const { texts } = voice;
  const said = texts.confirmFactor[what];
  const keepsPasskeys = what === "removeApp" && factors.passkeys.length > 0;
  const intro = keepsPasskeys ? texts.confirmFactor.removeApp.introOthers : said.intro;
  const body = html`<p class="soft">${intro}</p>
    <form method="post" action="${factorsPath}${confirmPaths[what]}">
      ${passwordField(factors, texts.confirmFactor.password)}
      <button>${said.submit}</button>
    </form>
    ${toFactors(voice)}`;
  return accountPage({ heading: said.heading, voice, problem, body });
}
