import type { MailReason } from "@team-chat/contract";
import { html } from "@team-chat/html";

import type { Page } from "../page.ts";
import type { Voice } from "../texts/voice.ts";
import { accountPage } from "./account-page.ts";

/** Asks whether e-mail of these kinds is to end: programs that look into e-mail open links, and change nothing. */
export function unsubscribePage(voice: Voice, reasons: readonly MailReason[]): Page {
  const words = voice.texts.unsubscribe;
  const body = html`<p>${words.intro}</p>
    ${kinds(voice, reasons)}
    <form method="post">
      <button autofocus>${words.submit}</button>
    </form>
    ${toSettings(voice)}`;
  return accountPage({ heading: words.heading, voice, body });
}

/** Says that it has ended. */
export function unsubscribedPage(voice: Voice, reasons: readonly MailReason[]): Page {
  const words = voice.texts.unsubscribe;
  const body = html`<p>${words.done}</p>
    ${kinds(voice, reasons)} ${toSettings(voice)}`;
  return accountPage({ heading: words.doneHeading, voice, body });
}

/** Says that a link does not work, and leads to where the same can be done. */
export function unsubscribeDeadPage(voice: Voice, problem: string): Page {
  const words = voice.texts.unsubscribe;
  return accountPage({ heading: words.deadHeading, voice, problem, body: toSettings(voice) });
}

function kinds({ texts }: Voice, reasons: readonly MailReason[]) {
  return html`<ul>
    ${reasons.map((reason) => html`<li>${texts.unsubscribe.kinds[reason]}</li>`)}
  </ul>`;
}

function toSettings({ texts }: Voice) {
  return html`<p class="more">
    <a href="/#settings/notifications">${texts.unsubscribe.settings}</a>
  </p>`;
}
