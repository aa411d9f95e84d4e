import type { MailReason } from "@team-chat/contract";
import { html } from "@team-chat/html";

import type { Page } from "../page.ts";
import { accountPage, type Organization } from "./account-page.ts";
import { texts } from "./texts.ts";

const words = texts.unsubscribe;

/** Asks whether e-mail of these kinds is to end: programs that look into e-mail open links, and change nothing. */
export function unsubscribePage(organization: Organization, reasons: readonly MailReason[]): Page {
  const body = html`<p>${words.intro}</p>
    ${kinds(reasons)}
    <form method="post">
      <button autofocus>${words.submit}</button>
    </form>
    ${toSettings()}`;
  return accountPage({ heading: words.heading, organization, body });
}

/** Says that it has ended. */
export function unsubscribedPage(organization: Organization, reasons: readonly MailReason[]): Page {
  const body = html`<p>${words.done}</p>
    ${kinds(reasons)} ${toSettings()}`;
  return accountPage({ heading: words.doneHeading, organization, body });
}

/** Says that a link does not work, and leads to where the same can be done. */
export function unsubscribeDeadPage(organization: Organization, problem: string): Page {
  return accountPage({ heading: words.deadHeading, organization, problem, body: toSettings() });
}

function kinds(reasons: readonly MailReason[]) {
  return html`<ul>
    ${reasons.map((reason) => html`<li>${words.kinds[reason]}</li>`)}
  </ul>`;
}

function toSettings() {
  return html`<p class="more"><a href="/#settings/notifications">${words.settings}</a></p>`;
}
