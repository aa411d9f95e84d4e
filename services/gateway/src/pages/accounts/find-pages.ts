import { fill, html } from "@team-chat/html";

import type { Page } from "../page.ts";
import { accountPage } from "./account-page.ts";
import { texts } from "./texts.ts";

/** Address of the page that finds one's organizations, at the root domain. */
export const findPath = "/accounts/find/";

/** Asks for the address whose organizations are looked for (docs/behaviour/organization.md#finding-organizations). */
export function findPage({
  email,
  problem,
}: {
  readonly email: string;
  readonly problem: string;
}): Page {
  const words = texts.find;
  const body = html`<p class="soft">${words.intro}</p>
    <form method="post" action="${findPath}">
      <label>
        ${words.email}
        <input name="email" type="email" autocomplete="email" required autofocus value="${email}" />
      </label>
      <button>${words.submit}</button>
    </form>`;
  return accountPage({ heading: words.heading, organization: null, problem, body });
}

/** Says that a list was sent, whether there is an account or not. */
export function foundPage(email: string): Page {
  const words = texts.found;
  const body = html`<p>${fill(words.body, { email })}</p>
    <p class="soft">${words.nothing}</p>
    <p class="more"><a href="${findPath}">${words.again}</a></p>`;
  return accountPage({ heading: words.heading, organization: null, body });
}
