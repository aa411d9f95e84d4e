import type { AppError } from "@team-chat/errors";
import { html } from "@team-chat/html";

import type { Page } from "../page.ts";
import type { Voice } from "../texts/voice.ts";
import { accountPage } from "./account-page.ts";
import { findPath } from "./find-pages.ts";

/** Makes the page that a browser shows instead of one that is not there, or cannot be had now. */
export function failurePage(voice: Voice, { code, message }: AppError): Page {
  const { failure, logIn } = voice.texts;
  const body = html`<p class="more"><a href="${findPath}">${logIn.elsewhere}</a></p>`;
  if (code === "NONEXISTENT_SUBDOMAIN")
    return accountPage({ heading: failure.noOrganization, voice, body });
  const problem = message.endsWith(".") ? message : `${message}.`;
  return accountPage({ heading: failure.heading, voice, problem, body });
}
