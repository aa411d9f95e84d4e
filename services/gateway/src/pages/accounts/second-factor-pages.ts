import { type Html, html } from "@team-chat/html";

import type { Page } from "../page.ts";
import type { Voice } from "../texts/voice.ts";
import { accountPage } from "./account-page.ts";
import { passkeyForm, type PasskeyOffer } from "./passkey-pages.ts";
import { passkeyScript } from "./passkey-script.ts";

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
  readonly voice: Voice;
  readonly lacking: Lacking;
  /** Says why the last code was refused; empty when there was none. */
  readonly problem: string;
}

/** Asks whoever has given the password for the second factor (docs/behaviour/second-factors.md#logging-in). */
export function secondFactorPage({ lacking, voice, problem }: Asking): Page {
  const { hasApp, passkey } = lacking;
  const words = voice.texts.secondFactor;
  const hasNone = passkey === null;
  const field = hasApp
    ? codeField(words.code, words.hint, hasNone)
    : codeField(words.recovery, hasNone ? "" : words.recoveryHint, hasNone);
  const body = html`<p class="soft">${introOf(voice, lacking)}</p>
    ${passkey === null ? "" : passkeyPart(voice, passkey)}
    <form method="post" action="${secondFactorPath}">
      ${field}
      <button class="${passkey === null ? "" : "other"}">${words.submit}</button>
    </form>
    ${toLogIn(voice)}`;
  const script = passkey === null ? "" : passkeyScript;
  return accountPage({ heading: words.heading, voice, problem, body, script });
}

function introOf({ say, texts }: Voice, lacking: Lacking): string {
  const { email, hasApp, passkey, passkeyHosts } = lacking;
  const words = texts.secondFactor;
  if (passkey !== null) return say(hasApp ? words.introBoth : words.introPasskey, { email });
  if (hasApp) return say(words.intro, { email });
  return say(words.introElsewhere, { email, hosts: passkeyHosts.join(", ") });
}

function passkeyPart(voice: Voice, offer: PasskeyOffer): Html {
  const submit = voice.texts.secondFactor.passkey;
  const action = secondFactorPasskeyPath;
  return html`${passkeyForm(voice, { kind: "get", action, offer, submit })}
    <hr />`;
}

/** Says that a sign-in has ended before it was whole. */
export function halfSignInDeadPage(voice: Voice, problem: string): Page {
  const heading = voice.texts.secondFactor.deadHeading;
  return accountPage({ heading, voice, problem, body: toLogIn(voice) });
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

function toLogIn({ texts }: Voice): Html {
  return html`<p class="more"><a href="/login">${texts.secondFactor.again}</a></p>`;
}
