import { html } from "@team-chat/html";

import type { Page } from "../page.ts";
import type { Voice } from "../texts/voice.ts";
import { accountPage } from "./account-page.ts";

interface AtProvider {
  readonly name: string;
  /** Address at which the person is logged out there. */
  readonly url: string;
}

/**
 * Leads whoever has logged out here to log out at the provider (docs/behaviour/single-sign-on.md#logging-out-of-saml).
 * Browsers keep a form of ours from leading to another site, so the page does.
 */
export function loggedOutPage(voice: Voice, { name, url }: AtProvider): Page {
  const { say, texts } = voice;
  const words = texts.loggedOut;
  const body = html`<p class="soft">${say(words.intro, { provider: name })}</p>
    <a class="button" href="${url}">${say(words.goOn, { provider: name })}</a>
    <p class="more"><a href="/login">${words.stay}</a></p>`;
  return accountPage({ heading: words.heading, voice, body, leadsTo: url });
}
