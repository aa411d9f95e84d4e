import { fill, html } from "@team-chat/html";

import type { Page } from "../page.ts";
import { accountPage, type Organization } from "./account-page.ts";
import { texts } from "./texts.ts";

interface AtProvider {
  readonly name: string;
  /** Address at which the person is logged out there. */
  readonly url: string;
}

/**
 * Leads whoever has logged out here to log out at the provider (docs/behaviour/single-sign-on.md#logging-out-of-saml).
 * Browsers keep a form of ours from leading to another site, so the page does.
 */
export function loggedOutPage(organization: Organization, { name, url }: AtProvider): Page {
  const words = texts.loggedOut;
  const body = html`<p class="soft">${fill(words.intro, { provider: name })}</p>
    <a class="button" href="${url}">${fill(words.goOn, { provider: name })}</a>
    <p class="more"><a href="/login">${words.stay}</a></p>`;
  return accountPage({ heading: words.heading, organization, body, leadsTo: url });
}
