import { fill } from "@team-chat/html";
import { composeMail, type ComposedMail, type LetterHead } from "@team-chat/mail";

import { letterTexts } from "./letter-texts.ts";

interface Invited {
  readonly inviter: string;
  /** Address of the page that accepts it. */
  readonly url: string;
}

/** Writes to somebody who is invited by address. */
export function invitationLetter(realm: LetterHead, { inviter, url }: Invited): ComposedMail {
  const { action, body, note, subject } = letterTexts.invitation;
  const values = { inviter, realm: realm.name };
  const letter = {
    subject: fill(subject, values),
    paragraphs: [fill(body, values)],
    action: { label: action, url },
    note: fill(note, values),
  };
  return composeMail(letter, realm);
}

/** Writes to somebody whose invitation a person has accepted. */
export function invitationAcceptedLetter(realm: LetterHead, person: string): ComposedMail {
  const { body, subject } = letterTexts.invitationAccepted;
  const values = { person, realm: realm.name };
  return composeMail({ subject: fill(subject, values), paragraphs: [fill(body, values)] }, realm);
}

interface NewAddress {
  readonly email: string;
  /** Address of the page that confirms it. */
  readonly url: string;
}

/** Writes to an address that somebody wants to have. */
export function confirmEmailLetter(realm: LetterHead, { email, url }: NewAddress): ComposedMail {
  const { action, body, note, subject } = letterTexts.confirmEmail;
  const values = { email, realm: realm.name };
  const letter = {
    subject: fill(subject, values),
    paragraphs: [fill(body, values)],
    action: { label: action, url },
    note,
  };
  return composeMail(letter, realm);
}

/** Writes to the address that somebody had before. */
export function emailChangedLetter(realm: LetterHead, email: string): ComposedMail {
  const { body, note, subject } = letterTexts.emailChanged;
  const values = { email, realm: realm.name };
  const letter = { subject: fill(subject, values), paragraphs: [fill(body, values)], note };
  return composeMail(letter, realm);
}

interface Reset {
  readonly email: string;
  /** Address of the page that sets the password. */
  readonly url: string;
}

/** Writes to somebody who wants to set a password. */
export function passwordResetLetter(realm: LetterHead, { email, url }: Reset): ComposedMail {
  const { action, body, note, subject } = letterTexts.passwordReset;
  const values = { email, realm: realm.name };
  const letter = {
    subject: fill(subject, values),
    paragraphs: [fill(body, values)],
    action: { label: action, url },
    note,
  };
  return composeMail(letter, realm);
}

interface OrganizationList {
  readonly email: string;
  readonly organizations: readonly { readonly name: string; readonly url: string }[];
}

/** Writes to somebody who has asked for their organizations, in the name of the installation at an address. */
export function organizationListLetter(
  installation: string,
  { email, organizations }: OrganizationList,
): ComposedMail {
  const { body, note, sender, subject } = letterTexts.organizationList;
  const letter = {
    subject,
    paragraphs: [fill(body, { email })],
    links: organizations.map(({ name: label, url }) => ({ label, url })),
    note,
  };
  return composeMail(letter, { name: sender, url: installation });
}

/** Writes to somebody whose password was set by a link. */
export function passwordChangedLetter(realm: LetterHead): ComposedMail {
  const { body, note, subject } = letterTexts.passwordChanged;
  const values = { realm: realm.name };
  const letter = { subject: fill(subject, values), paragraphs: [fill(body, values)], note };
  return composeMail(letter, realm);
}

/** Writes one letter of each kind, by the kind, for looking at them. */
export function sampleLetters(realm: LetterHead): Readonly<Record<string, ComposedMail>> {
  const key = "aB3".repeat(11).slice(0, 32);
  const email = "nora@example.com";
  return {
    invitation: invitationLetter(realm, {
      inviter: "Ada Lovelace",
      url: `${realm.url}/join#${key}`,
    }),
    "invitation-accepted": invitationAcceptedLetter(realm, "Nora Newcomer"),
    "confirm-email": confirmEmailLetter(realm, { email, url: `${realm.url}/confirm-email#${key}` }),
    "email-changed": emailChangedLetter(realm, email),
    "password-reset": passwordResetLetter(realm, {
      email,
      url: `${realm.url}/accounts/password/reset/${key}`,
    }),
    "password-changed": passwordChangedLetter(realm),
    "organization-list": organizationListLetter(realm.url, {
      email,
      organizations: [
        { name: realm.name, url: realm.url },
        { name: "Analytical Engines", url: "https://engines.example.com" },
      ],
    }),
  };
}
