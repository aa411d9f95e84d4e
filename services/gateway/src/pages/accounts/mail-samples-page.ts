import { html } from "@team-chat/html";

import type { Page } from "../page.ts";
import { accountPage } from "./account-page.ts";
import { texts } from "./texts.ts";

interface Sample {
  readonly kind: string;
  readonly subject: string;
}

/** Lists e-mail of each kind, for developers (docs/behaviour/mail.md#previews). */
export function mailSamplesPage(samples: readonly Sample[]): Page {
  const { heading, intro, plain } = texts.mailSamples;
  const body = html`<p class="soft">${intro}</p>
    <ul class="plain">
      ${samples.map(
        ({ kind, subject }) =>
          html`<li>
            <a href="/emails/${kind}">${subject}</a> (<a href="/emails/${kind}.txt">${plain}</a>)
          </li>`,
      )}
    </ul>`;
  return accountPage({ heading, body, organization: null });
}
