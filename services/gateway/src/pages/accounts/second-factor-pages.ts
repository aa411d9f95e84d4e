import { fill, type Html, html } from "@team-chat/html";

import type { Page } from "../page.ts";
import { accountPage, type Organization } from "./account-page.ts";
import { texts } from "./texts.ts";

/** Address of the page that asks for the second factor. */
export const secondFactorPath = "/login/second-factor";

interface Asking {
  readonly organization: Organization;
  /** Address of the account. */
  readonly email: string;
  /** Says why the last code was refused; empty when there was none. */
  readonly problem: string;
}

/** Asks whoever has given the password for the second factor (docs/behaviour/second-factors.md#logging-in). */
export function secondFactorPage({ email, organization, problem }: Asking): Page {
  const words = texts.secondFactor;
  const body = html`<p class="soft">${fill(words.intro, { email })}</p>
    <form method="post" action="${secondFactorPath}">
      ${codeField(words.code, words.hint)}
      <button>${words.submit}</button>
    </form>
    ${toLogIn()}`;
  return accountPage({ heading: words.heading, organization, problem, body });
}

/** Says that a sign-in has ended before it was whole. */
export function halfSignInDeadPage(organization: Organization, problem: string): Page {
  const heading = texts.secondFactor.deadHeading;
  return accountPage({ heading, organization, problem, body: toLogIn() });
}

/** Makes the field for a code, which browsers fill in from where they know it. */
export function codeField(label: string, hint = ""): Html {
  return html`<label>
    ${label}
    <input
      name="code"
      autocomplete="one-time-code"
      autocapitalize="none"
      spellcheck="false"
      maxlength="40"
      required
      autofocus
    />
    ${hint === "" ? "" : html`<small>${hint}</small>`}
  </label>`;
}

function toLogIn(): Html {
  return html`<p class="more"><a href="/login">${texts.secondFactor.again}</a></p>`;
}
