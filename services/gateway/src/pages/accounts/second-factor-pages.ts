import { fill, type Html, html } from "@team-chat/html";

import type { Page } from "../page.ts";
import { accountPage, type Organization } from "./account-page.ts";
import { passkeyForm, type PasskeyOffer } from "./passkey-pages.ts";
import { passkeyScript } from "./passkey-script.ts";
import { texts } from "./texts.ts";

/** Address of the page that asks for the second factor. */
export const secondFactorPath = "/login/second-factor";

/** Address to which what a passkey answers there is sent. */
export const secondFactorPasskeyPath = `${secondFactorPath}/passkey`;

/** Account whose second factor is lacking, and what it has. */
interface Lacking {
  /** Address of the account. */
  readonly email: string;
  readonly hasApp: boolean;
  /** Null when there is no passkey for this address. */
  readonly passkey: PasskeyOffer | null;
  /** Other addresses for which there are passkeys. */
  readonly passkeyHosts: readonly string[];
}

interface Asking {
  readonly organization: Organization;
  readonly lacking: Lacking;
  /** Says why the last code was refused; empty when there was none. */
  readonly problem: string;
}

/** Asks whoever has given the password for the second factor (docs/behaviour/second-factors.md#logging-in). */
export function secondFactorPage({ lacking, organization, problem }: Asking): Page {
  const { hasApp, passkey } = lacking;
  const hasNone = passkey === null;
  const field = hasApp
    ? codeField(words.code, words.hint, hasNone)
    : codeField(words.recovery, hasNone ? "" : words.recoveryHint, hasNone);
  const body = html`<p class="soft">${introOf(lacking)}</p>
    ${passkey === null ? "" : passkeyPart(passkey)}
    <form method="post" action="${secondFactorPath}">
      ${field}
      <button class="${passkey === null ? "" : "other"}">${words.submit}</button>
    </form>
    ${toLogIn()}`;
  const script = passkey === null ? "" : passkeyScript;
  return accountPage({ heading: words.heading, organization, problem, body, script });
}

const words = texts.secondFactor;

function introOf({ email, hasApp, passkey, passkeyHosts }: Lacking): string {
  if (passkey !== null) return fill(hasApp ? words.introBoth : words.introPasskey, { email });
  if (hasApp) return fill(words.intro, { email });
  return fill(words.introElsewhere, { email, hosts: passkeyHosts.join(", ") });
}

function passkeyPart(offer: PasskeyOffer): Html {
  const action = secondFactorPasskeyPath;
  return html`${passkeyForm({ kind: "get", action, offer, submit: words.passkey })}
    <hr />`;
}

/** Says that a sign-in has ended before it was whole. */
export function halfSignInDeadPage(organization: Organization, problem: string): Page {
  const heading = texts.secondFactor.deadHeading;
  return accountPage({ heading, organization, problem, body: toLogIn() });
}

/** Makes the field for a code, which browsers fill in from where they know it. */
export function codeField(label: string, hint = "", isFocused = true): Html {
  return html`<label>
    ${label}
    <input
      name="code"
      autocomplete="one-time-code"
      autocapitalize="none"
      spellcheck="false"
      maxlength="40"
      required${isFocused ? html` autofocus` : ""}
    />
    ${hint === "" ? "" : html`<small>${hint}</small>`}
  </label>`;
}

function toLogIn(): Html {
  return html`<p class="more"><a href="/login">${texts.secondFactor.again}</a></p>`;
}
