import { html } from "@team-chat/html";

import type { Page } from "../page.ts";
import type { Voice } from "../texts/voice.ts";
import { accountPage } from "./account-page.ts";

/** Shows whoever has signed in what the desktop app waits for (docs/behaviour/single-sign-on.md#apps). */
export function desktopPage(voice: Voice, code: string): Page {
  const words = voice.texts.desktop;
  const body = html`<p class="soft">${words.intro}</p>
    <p><code class="copied">${code}</code></p>
    <p class="soft">${words.duration}</p>`;
  return accountPage({ heading: words.heading, voice, body });
}
