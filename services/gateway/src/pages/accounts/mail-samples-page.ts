import { findLanguage, html, languages } from "@team-chat/html";

import type { Page } from "../page.ts";
import type { Voice } from "../texts/voice.ts";
import { accountPage } from "./account-page.ts";

interface Sample {
  readonly kind: string;
  readonly language: string;
  readonly subject: string;
}

/** Lists e-mail of each kind, for developers (docs/behaviour/mail.md#previews). */
export function mailSamplesPage(voice: Voice, samples: readonly Sample[]): Page {
  const { heading, intro, plain } = voice.texts.mailSamples;
  const body = html`<p class="soft">${intro}</p>
    <ul class="plain">
      ${samples.map(
        ({ kind, language, subject }) =>
          html`<li lang="${language}" dir="${languages[findLanguage(language) ?? "en"].direction}">
            <a href="/emails/${kind}?language=${language}">${subject}</a> (<a
              href="/emails/${kind}.txt?language=${language}"
              lang="${voice.language}"
              >${plain}</a
            >)
          </li>`,
      )}
    </ul>`;
  return accountPage({ heading, body, voice });
}
