import { fill, type Html, html } from "@team-chat/html";

import type { Page } from "../page.ts";
import { accountPage, type Organization } from "./account-page.ts";
import { olderLinkScript } from "./older-link.ts";
import { texts } from "./texts.ts";

/** Address of the page that asks who joins; the link of an invitation is below it. */
export const joinPath = "/join";
/** Address of the page that greets whoever has joined. */
export const welcomePath = `${joinPath}/welcome`;

const words = texts.join;
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
  readonly organization: Organization;
  readonly problem: string;
  /** Fields as they were sent before. */
  readonly given: { readonly fullName: string; readonly email: string };
}

/**
 * Says who invited where, and asks for what an account needs
 * (docs/behaviour/invitations.md#accepting-an-invitation).
 */
export function joinFormPage(joining: Joining): Page {
  const { email, expiresAt, given, inviter, organization, problem } = joining;
  const realm = organization.name;
  const who =
    email === null ? fill(words.invited, { inviter }) : fill(words.invitedAs, { inviter, email });
  const body = html`<p class="soft">${who}</p>
    ${expiresAt === null ? "" : html`<p class="soft">${fill(words.expiry, { when: dateOf(expiresAt) })}</p>`}
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
      ${email === null ? addressField(given.email) : html``}
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
      <button>${fill(words.heading, { realm })}</button>
    </form>`;
  const heading = fill(words.heading, { realm });
  return accountPage({ heading, organization, problem, body, script, isSecret: true });
}

function addressField(email: string): Html {
  return html`<label>
    ${words.email}
    <input name="email" type="email" autocomplete="email" required value="${email}" />
    <small>${words.emailHint}</small>
  </label>`;
}

/** Says why an invitation cannot be accepted. */
export function joinDeadPage(organization: Organization, problem: string): Page {
  const body = html`<p>${words.askAgain}</p>`;
  return accountPage({ heading: words.deadHeading, organization, problem, body, script });
}

/** Leads to the log-in where people do not join with a password. */
export function joinBySignInPage(organization: Organization): Page {
  const body = html`<p>${words.signInIntro}</p>
    <a class="button" href="/login">${words.toLogIn}</a>`;
  return accountPage({ heading: words.signInHeading, organization, body });
}

/** Greets whoever has joined, and says where the organization is. */
export function joinedPage(organization: Organization, url: string): Page {
  const realm = organization.name;
  const body = html`<p>${words.ready}</p>
    <a class="button" href="${url}/">${fill(words.open, { realm })}</a>
    <p class="soft">${fill(words.apps, { url })}</p>`;
  return accountPage({ heading: fill(words.welcome, { realm }), organization, body });
}

/** Formats a time in words that no script has to translate into the reader's zone. */
function dateOf(seconds: number): string {
  const format = { dateStyle: "long", timeStyle: "short", timeZone: "UTC" } as const;
  return `${new Date(seconds * 1000).toLocaleString("en", format)} UTC`;
}
