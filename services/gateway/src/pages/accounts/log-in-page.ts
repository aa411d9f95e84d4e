import { type Html, html } from "@team-chat/html";

import type { Page } from "../page.ts";
import type { Voice } from "../texts/voice.ts";
import { accountPage } from "./account-page.ts";
import { desktopScript } from "./desktop-script.ts";
import { findPath } from "./find-pages.ts";
import { newPath } from "./new-organization-pages.ts";
import { passkeyPath } from "./passkey-pages.ts";
import { resetPath } from "./password-reset-pages.ts";

interface LogIn {
  readonly voice: Voice;
  /** True at the root domain if anybody may create an organization. */
  readonly isCreationOpen: boolean;
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
  /** Says why somebody is to log in: a password was just set by a link, or a session has ended. */
  readonly reason: "passwordSet" | "sessionEnded" | null;
  /** Path within the organization that follows. */
  readonly next: string;
}

/** Makes the page to log in, which works without scripts (docs/behaviour/sessions.md#logging-in). */
export function logInPage(given: LogIn): Page {
  const { closed, voice, problem } = given;
  if (closed !== "") return closedPage(given);
  const { say, texts } = voice;
  const words = texts.logIn;
  const heading = say(words.heading, { realm: voice.name });
  const body = html`<p id="desktop" class="notice" role="status" hidden>${texts.desktop.waiting}</p>
    ${given.takesPasswords || given.hasDirectory ? passwordForm(given) : ""} ${providerLinks(given)}
    ${demoForm(given)} ${elsewhere(given)}`;
  const notice = given.reason === null ? "" : words[given.reason];
  const hasLinks = given.takesPasswords || given.providers.length > 0;
  const script = hasLinks ? desktopScript : "";
  return accountPage({ heading, voice, problem, notice, body, script });
}

/** Makes the page of an organization that lets nobody in. */
function closedPage(given: LogIn): Page {
  const { closed, voice } = given;
  return accountPage({ heading: voice.name, voice, problem: closed, body: elsewhere(given) });
}

function elsewhere({ isCreationOpen, voice }: LogIn): Html {
  const words = voice.texts.logIn;
  return html`<p class="more"><a href="${findPath}">${words.elsewhere}</a></p>
    ${isCreationOpen ? html`<p><a href="${newPath}">${words.create}</a></p>` : ""}`;
}

function passwordForm({ hasDirectory, next, takesPasswords, username, voice }: LogIn): Html {
  const words = voice.texts.logIn;
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
function providerLinks({ next, providers, takesPasswords, voice }: LogIn): Html {
  const { say, texts } = voice;
  const suffix = next === "" ? "" : `?${new URLSearchParams({ next }).toString()}`;
  const links = providers.map(({ display_name: provider, login_url: url }) => ({
    url,
    label: say(texts.logIn.signInWith, { provider }),
  }));
  const own = takesPasswords ? [{ url: passkeyPath, label: texts.passkeySignIn.link }] : [];
  return html`${[...own, ...links].map(
    ({ label, url }) => html`<a class="button other provider" href="${url}${suffix}">${label}</a>`,
  )}`;
}

function demoForm({ demoAccounts, next, voice }: LogIn): Html {
  const words = voice.texts.logIn;
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
