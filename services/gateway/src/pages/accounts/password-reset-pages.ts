import { type Html, html } from "@team-chat/html";

import type { Page } from "../page.ts";
import type { Voice } from "../texts/voice.ts";
import { accountPage } from "./account-page.ts";
import { newPasswordForm } from "./new-password-form.ts";

/** Address of the page that asks for a link; the link itself is below it. */
export const resetPath = "/accounts/password/reset/";

interface Asking {
  readonly voice: Voice;
  readonly takesPasswords: boolean;
  readonly problem: string;
  readonly email: string;
}

/** Asks for the address that a link is to be sent to (docs/behaviour/passwords.md#asking-for-a-link). */
export function resetRequestPage({ email, voice, problem, takesPasswords }: Asking): Page {
  const words = voice.texts.resetRequest;
  const form = html`<p class="soft">${words.intro}</p>
    <form method="post" action="${resetPath}">
      <label>
        ${words.email}
        <input
          name="email"
          type="email"
          autocomplete="username"
          required
          autofocus
          value="${email}"
        />
      </label>
      <button>${words.submit}</button>
    </form>`;
  const body = html`${takesPasswords ? form : html`<p>${words.off}</p>`} ${toLogIn(voice)}`;
  return accountPage({ heading: words.heading, voice, problem, body });
}

/** Says that a link was sent, whether there is an account or not. */
export function resetSentPage(voice: Voice, email: string): Page {
  const { say, texts } = voice;
  const words = texts.resetSent;
  const body = html`<p>${say(words.body, { email })}</p>
    <p class="soft">${words.nothing}</p>
    <p class="more"><a href="${resetPath}">${words.again}</a></p>`;
  return accountPage({ heading: words.heading, voice, body });
}

interface Setting {
  readonly voice: Voice;
  readonly email: string;
  readonly problem: string;
}

/** Asks for the new password (docs/behaviour/passwords.md#setting-the-password). */
export function resetFormPage({ email, voice, problem }: Setting): Page {
  const { say, texts } = voice;
  const words = texts.resetForm;
  const body = html`<p class="soft">${say(words.intro, { email })}</p>
    ${newPasswordForm({ action: `${resetPath}set`, email, words })}`;
  return accountPage({ heading: words.heading, voice, problem, body });
}

/** Says that a link does not work, and leads to where one is asked for. */
export function resetDeadPage(voice: Voice, problem: string): Page {
  const words = voice.texts.resetDead;
  const body = html`<p class="more"><a href="${resetPath}">${words.again}</a></p>`;
  return accountPage({ heading: words.heading, voice, problem, body });
}

function toLogIn({ texts }: Voice): Html {
  return html`<p class="more"><a href="/login">${texts.resetRequest.back}</a></p>`;
}
