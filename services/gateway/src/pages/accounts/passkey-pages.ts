import { type Html, html } from "@team-chat/html";

import type { Page } from "../page.ts";
import type { Voice } from "../texts/voice.ts";
import { accountPage } from "./account-page.ts";
import { passkeyScript } from "./passkey-script.ts";

/** Address of the page on which people sign in with nothing but a passkey. */
export const passkeyPath = "/login/passkey";

/** Argument of the browser's function, and what goes back with its answer. */
export interface PasskeyOffer {
  readonly options: string;
  /** Left out where a cookie keeps it. */
  readonly sealedChallenge?: string;
}

interface PasskeyForm {
  readonly kind: "create" | "get";
  /** Address to which the answer is sent; null for that of the page. */
  readonly action: string | null;
  readonly offer: PasskeyOffer;
  readonly submit: string;
  /** True if the browser asks at once. */
  readonly starts?: boolean;
}

/** Makes the form that has a browser make or use a passkey, by `passkeyScript`. */
export function passkeyForm(voice: Voice, form: PasskeyForm): Html {
  const { action, kind, offer, starts = false, submit } = form;
  const words = voice.texts.passkeys;
  const to = action === null ? html`` : html` action="${action}"`;
  return html`<form
      class="passkey"
      method="post"
      data-kind="${kind}"
      data-options="${offer.options}"
      data-starts="${String(starts)}"
      hidden${to}
    >
      <input type="hidden" name="challenge" value="${offer.sealedChallenge ?? ""}" />
      <input type="hidden" name="response" value="" autocomplete="off" />
      ${whenRefused("NotAllowedError", words.nothing)}
      ${whenRefused("InvalidStateError", words.known)} ${whenRefused("other", words.failed)}
      <button>${submit}</button>
    </form>
    <p id="no-passkeys" class="problem" hidden>${words.unsupported}</p>
    <p id="needs-scripts" class="problem">${words.needsScripts}</p>`;
}

function whenRefused(name: string, text: string): Html {
  return html`<p class="problem" role="alert" data-when="${name}" hidden>${text}</p>`;
}

interface SigningIn {
  readonly voice: Voice;
  readonly offer: PasskeyOffer;
  /** Says why the last try was refused; empty when there was none. */
  readonly problem: string;
}

/** Has somebody sign in with nothing but a passkey (docs/behaviour/second-factors.md#signing-in-with-a-passkey). */
export function passkeyPage({ offer, voice, problem }: SigningIn): Page {
  const { texts } = voice;
  const { heading, intro, submit } = texts.passkeySignIn;
  const starts = problem === "";
  const body = html`<p class="soft">${intro}</p>
    ${passkeyForm(voice, { kind: "get", action: null, offer, submit, starts })}
    <p class="more"><a href="/login">${texts.secondFactor.again}</a></p>`;
  return accountPage({ heading, voice, problem, body, script: passkeyScript });
}
