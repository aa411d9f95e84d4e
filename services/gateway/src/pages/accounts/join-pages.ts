import { type Html, html } from "@team-chat/html";

import type { Page } from "../page.ts";
import type { Voice } from "../texts/voice.ts";
import { accountPage } from "./account-page.ts";
import { olderLinkScript } from "./older-link.ts";

/** Address of the page that asks who joins; the link of an invitation is below it. */
export const joinPath = "/join";
/** Address of the page that greets whoever has joined. */
export const welcomePath = `${joinPath}/welcome`;

const script = olderLinkScript(joinPath);

/** An invitation as the page shows it. */
interface ShownInvitation {
  readonly inviter: string;
  /** The address that was invited; null when whoever joins says theirs. */
  readonly email: string | null;
  /** UNIX seconds; null for no end. */
  readonly expiresAt: number | null;
}

interface Joining extends ShownInvitation {
  readonly voice: Voice;
  readonly problem: string;
  /** Fields as they were sent before. */
  readonly given: { readonly fullName: string; readonly email: string };
}

/**
 * Says who invited where, and asks for what an account needs
 * (docs/behaviour/invitations.md#accepting-an-invitation).
 */
export function joinFormPage(joining: Joining): Page {
  const { email, expiresAt, given, inviter, voice, problem } = joining;
  const { language, name: realm, say, texts } = voice;
  const words = texts.join;
  const who =
    email === null ? say(words.invited, { inviter }) : say(words.invitedAs, { inviter, email });
  const body = html`<p class="soft">${who}</p>
    ${expiresAt === null ? "" : html`<p class="soft">${say(words.expiry, { when: dateOf(expiresAt, language) })}</p>`}
    <form method="post" action="${joinPath}">
      <label>
        ${words.name}
        <input
          name="full_name"
          autocomplete="name"
          required
          autofocus
          minlength="2"
          maxlength="100"
          value="${given.fullName}"
        />
        <small>${words.nameHint}</small>
      </label>
      ${email === null ? addressField(words, given.email) : html``}
      <label>
        ${words.password}
        <input
          name="password"
          type="password"
          autocomplete="new-password"
          required
          minlength="6"
          maxlength="100"
        />
        <small>${words.passwordHint}</small>
      </label>
      <button>${say(words.heading, { realm })}</button>
    </form>`;
  const heading = say(words.heading, { realm });
  return accountPage({ heading, voice, problem, body, script, isSecret: true });
}

function addressField(words: Voice["texts"]["join"], email: string): Html {
  return html`<label>
    ${words.email}
    <input name="email" type="email" autocomplete="email" required value="${email}" />
    <small>${words.emailHint}</small>
  </label>`;
}

/** Says why an invitation cannot be accepted. */
export function joinDeadPage(voice: Voice, problem: string): Page {
  const words = voice.texts.join;
  const body = html`<p>${words.askAgain}</p>`;
  return accountPage({ heading: words.deadHeading, voice, problem, body, script });
}

/** Leads to the log-in where people do not join with a password. */
export function joinBySignInPage(voice: Voice): Page {
  const words = voice.texts.join;
  const body = html`<p>${words.signInIntro}</p>
    <a class="button" href="/login">${words.toLogIn}</a>`;
  return accountPage({ heading: words.signInHeading, voice, body });
}

/** Greets whoever has joined, and says where the organization is. */
export function joinedPage(voice: Voice, url: string): Page {
  const { name: realm, say, texts } = voice;
  const words = texts.join;
  const body = html`<p>${words.ready}</p>
    <a class="button" href="${url}/">${say(words.open, { realm })}</a>
    <p class="soft">${say(words.apps, { url })}</p>`;
  return accountPage({ heading: say(words.welcome, { realm }), voice, body });
}

/** Formats a time in words that no script has to translate into the reader's zone. */
function dateOf(seconds: number, language: string): string {
  const format = { dateStyle: "long", timeStyle: "short", timeZone: "UTC" } as const;
  return `${new Date(seconds * 1000).toLocaleString(language, format)} UTC`;
}
