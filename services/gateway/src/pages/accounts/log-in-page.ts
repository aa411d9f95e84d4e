import { fill, type Html, html } from "@team-chat/html";

import type { Page } from "../page.ts";
import { accountPage, type Organization } from "./account-page.ts";
import { desktopScript } from "./desktop-script.ts";
import { findPath } from "./find-pages.ts";
import { passkeyPath } from "./passkey-pages.ts";
import { resetPath } from "./password-reset-pages.ts";
import { texts } from "./texts.ts";

interface LogIn {
  readonly organization: Organization;
  /** Says why nobody can log in; empty when people can. */
  readonly closed: string;
  readonly takesPasswords: boolean;
  /** True if people log in with name and password of a directory. */
  readonly hasDirectory: boolean;
  /** Identity providers, in the order in which they are offered. */
  readonly providers: readonly { readonly display_name: string; readonly login_url: string }[];
  /** Addresses of accounts that one click logs in as. */
  readonly demoAccounts: readonly string[];
  /** Says why the last attempt failed; empty when there was none. */
  readonly problem: string;
  /** The address that was given in the last attempt. */
  readonly username: string;
  /** True right after a password was set by a link. */
  readonly hasNewPassword: boolean;
  /** Path within the organization that follows. */
  readonly next: string;
}

const words = texts.logIn;

/** Makes the page to log in, which works without scripts (docs/behaviour/sessions.md#logging-in). */
export function logInPage(given: LogIn): Page {
  const { closed, organization, problem } = given;
  if (closed !== "") return closedPage(given);
  const heading = fill(words.heading, { realm: organization.name });
  const body = html`<p id="desktop" class="notice" role="status" hidden>${texts.desktop.waiting}</p>
    ${given.takesPasswords || given.hasDirectory ? passwordForm(given) : ""} ${providerLinks(given)}
    ${demoForm(given)}
    <p class="more"><a href="${findPath}">${words.elsewhere}</a></p>`;
  const notice = given.hasNewPassword ? words.passwordSet : "";
  const hasLinks = given.takesPasswords || given.providers.length > 0;
  const script = hasLinks ? desktopScript : "";
  return accountPage({ heading, organization, problem, notice, body, script });
}

/** Makes the page of an organization that lets nobody in. */
function closedPage({ closed, organization }: LogIn): Page {
  const body = html`<p class="more"><a href="${findPath}">${words.elsewhere}</a></p>`;
  return accountPage({ heading: organization.name, organization, problem: closed, body });
}

function passwordForm({ hasDirectory, next, takesPasswords, username }: LogIn): Html {
  return html`<form method="post" action="/login">
      ${nextField(next)}
      <label>
        ${hasDirectory ? words.name : words.email}
        <input
          name="username"
          type="${hasDirectory ? "text" : "email"}"
          autocapitalize="none"
          autocomplete="username"
          required
          autofocus
          value="${username}"
        />
      </label>
      <label>
        ${words.password}
        <input name="password" type="password" autocomplete="current-password" required />
      </label>
      <button>${words.submit}</button>
    </form>
    ${takesPasswords ? html`<p class="more"><a href="${resetPath}">${words.forgotten}</a></p>` : ""}`;
}

/** Links to providers, and to signing in with a passkey, which stands for the password. */
function providerLinks({ next, providers, takesPasswords }: LogIn): Html {
  const suffix = next === "" ? "" : `?${new URLSearchParams({ next }).toString()}`;
  const links = providers.map(({ display_name: provider, login_url: url }) => ({
    url,
    label: fill(words.signInWith, { provider }),
  }));
  const own = takesPasswords ? [{ url: passkeyPath, label: texts.passkeySignIn.link }] : [];
  return html`${[...own, ...links].map(
    ({ label, url }) => html`<a class="button other provider" href="${url}${suffix}">${label}</a>`,
  )}`;
}

function demoForm({ demoAccounts, next }: LogIn): Html {
  if (demoAccounts.length === 0) return html``;
  return html`<hr />
    <h2>${words.demoHeading}</h2>
    <p class="soft">${words.demoIntro}</p>
    <form class="demo" method="post" action="/login">
      ${nextField(next)}
      ${demoAccounts.map((email) => html`<button name="demo" value="${email}">${email}</button>`)}
    </form>`;
}

function nextField(next: string): Html {
  return next === "" ? html`` : html`<input type="hidden" name="next" value="${next}" />`;
}
