import { html } from "@team-chat/html";

import type { Page } from "../page.ts";
import { accountPage, type Organization } from "./account-page.ts";
import { texts } from "./texts.ts";

/** Shows whoever has signed in what the desktop app waits for (docs/behaviour/single-sign-on.md#apps). */
export function desktopPage(organization: Organization, code: string): Page {
  const words = texts.desktop;
  const body = html`<p class="soft">${words.intro}</p>
    <p><code class="copied">${code}</code></p>
    <p class="soft">${words.duration}</p>`;
  return accountPage({ heading: words.heading, organization, body });
}
