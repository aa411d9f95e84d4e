import { fill, html } from "@team-chat/html";

import type { Page } from "../page.ts";
import { accountPage, type Organization } from "./account-page.ts";
import { olderLinkScript } from "./older-link.ts";
import { texts } from "./texts.ts";

/** Address of the page that confirms a new address; the link in the e-mail is below it. */
export const confirmEmailPath = "/confirm-email";

const words = texts.confirmEmail;

/** Asks whether a new address is right: programs that look into e-mail open links, and change nothing. */
export function confirmEmailPage(organization: Organization): Page {
  const body = html`<p>${words.intro}</p>
    <form method="post" action="${confirmEmailPath}">
      <button autofocus>${words.submit}</button>
    </form>`;
  const script = olderLinkScript(confirmEmailPath);
  return accountPage({ heading: words.heading, organization, body, script });
}

/** Says what the address is now. */
export function confirmedEmailPage(organization: Organization, email: string): Page {
  const body = html`<p>${fill(words.done, { email })}</p>
    <p class="more"><a href="/">${fill(words.open, { realm: organization.name })}</a></p>`;
  return accountPage({ heading: words.doneHeading, organization, body });
}

/** Says why an address was not confirmed. */
export function confirmEmailDeadPage(organization: Organization, problem: string): Page {
  const body = html`<p>${words.askAgain}</p>`;
  return accountPage({ heading: words.deadHeading, organization, problem, body });
}
