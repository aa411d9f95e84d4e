import { html } from "@team-chat/html";

import type { Page } from "../page.ts";
import type { Voice } from "../texts/voice.ts";
import { accountPage } from "./account-page.ts";
import { newPath } from "./new-organization-pages.ts";

/** Address of the page that finds one's organizations, at the root domain. */
export const findPath = "/accounts/find/";

interface Finding {
  readonly voice: Voice;
  readonly email: string;
  readonly problem: string;
  /** True if anybody may create an organization. */
  readonly isCreationOpen: boolean;
}

/** Asks for the address whose organizations are looked for (docs/behaviour/organization.md#finding-organizations). */
export function findPage({ email, isCreationOpen, problem, voice }: Finding): Page {
  const words = voice.texts.find;
  const body = html`<p class="soft">${words.intro}</p>
    <form method="post" action="${findPath}">
      <label>
        ${words.email}
        <input name="email" type="email" autocomplete="email" required autofocus value="${email}" />
      </label>
      <button>${words.submit}</button>
    </form>
    ${isCreationOpen ? html`<p class="more"><a href="${newPath}">${words.create}</a></p>` : ""}`;
  return accountPage({ heading: words.heading, voice, problem, body });
}

/** Says that a list was sent, whether there is an account or not. */
export function foundPage(voice: Voice, email: string): Page {
  const { say, texts } = voice;
  const words = texts.found;
  const body = html`<p>${say(words.body, { email })}</p>
    <p class="soft">${words.nothing}</p>
    <p class="more"><a href="${findPath}">${words.again}</a></p>`;
  return accountPage({ heading: words.heading, voice, body });
}
