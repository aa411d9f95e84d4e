import { html } from "@team-chat/html";

import type { Page } from "../page.ts";
import type { Voice } from "../texts/voice.ts";
import { accountPage } from "./account-page.ts";
import { olderLinkScript } from "./older-link.ts";

/** Address of the page that confirms a new address; the link in the e-mail is below it. */
export const confirmEmailPath = "/confirm-email";

/** Asks whether a new address is right: programs that look into e-mail open links, and change nothing. */
export function confirmEmailPage(voice: Voice): Page {
  const { confirmEmail: words } = voice.texts;
  const body = html`<p>${words.intro}</p>
    <form method="post" action="${confirmEmailPath}">
      <button autofocus>${words.submit}</button>
    </form>`;
  const script = olderLinkScript(confirmEmailPath);
  return accountPage({ heading: words.heading, voice, body, script });
}

/** Says what the address is now. */
export function confirmedEmailPage(voice: Voice, email: string): Page {
  const { say, texts } = voice;
  const words = texts.confirmEmail;
  const body = html`<p>${say(words.done, { email })}</p>
    <p class="more"><a href="/">${say(words.open, { realm: voice.name })}</a></p>`;
  return accountPage({ heading: words.doneHeading, voice, body });
}

/** Says why an address was not confirmed. */
export function confirmEmailDeadPage(voice: Voice, problem: string): Page {
  const { confirmEmail: words } = voice.texts;
  const body = html`<p>${words.askAgain}</p>`;
  return accountPage({ heading: words.deadHeading, voice, problem, body });
}
