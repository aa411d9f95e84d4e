import { fill, type TextValues } from "@team-chat/html";
import { composeMail, type ComposedMail, type Letter, type LetterHead } from "@team-chat/mail";

import { letterTexts } from "./letter-texts.ts";
import { sampleMissedLetters } from "./sample-missed-letters.ts";

interface LetterText {
  readonly subject: string;
  readonly body: string;
  /** Label of the button. */
  readonly action?: string;
  readonly note?: string;
}

/** Fills in what a letter says; its button leads to `url`. */
function letterOf(
  { action, body, note, subject }: LetterText,
  values: TextValues,
  url = "",
): Letter {
  return {
    subject: fill(subject, values),
    paragraphs: [fill(body, values)],
    ...(action === undefined ? {} : { action: { label: action, url } }),
    ...(note === undefined ? {} : { note: fill(note, values) }),
  };
}

interface Invited {
  readonly inviter: string;
  /** Address of the page that accepts it. */
  readonly url: string;
}

/** Writes to somebody who is invited by address. */
export function invitationLetter(realm: LetterHead, { inviter, url }: Invited): ComposedMail {
  const values = { inviter, realm: realm.name };
  return composeMail(letterOf(letterTexts.invitation, values, url), realm);
}

/** Writes to somebody whose invitation a person has accepted. */
export function invitationAcceptedLetter(realm: LetterHead, person: string): ComposedMail {
  const values = { person, realm: realm.name };
  return composeMail(letterOf(letterTexts.invitationAccepted, values), realm);
}

interface NewAddress {
  readonly email: string;
  /** Address of the page that confirms it. */
  readonly url: string;
}

/** Writes to an address that somebody wants to have. */
export function confirmEmailLetter(realm: LetterHead, { email, url }: NewAddress): ComposedMail {
  const values = { email, realm: realm.name };
  return composeMail(letterOf(letterTexts.confirmEmail, values, url), realm);
}

/** Writes to the address that somebody had before. */
export function emailChangedLetter(realm: LetterHead, email: string): ComposedMail {
  const values = { email, realm: realm.name };
  return composeMail(letterOf(letterTexts.emailChanged, values), realm);
}

interface Reset {
  readonly email: string;
  /** Address of the page that sets the password. */
  readonly url: string;
}

/** Writes to somebody who wants to set a password. */
export function passwordResetLetter(realm: LetterHead, { email, url }: Reset): ComposedMail {
  const values = { email, realm: realm.name };
  return composeMail(letterOf(letterTexts.passwordReset, values, url), realm);
}

/** Most organizations that one letter names. */
export const maxListedOrganizations = 100;

interface OrganizationList {
  readonly email: string;
  /** Those beyond the most that a letter names are left out, which it says. */
  readonly organizations: readonly { readonly name: string; readonly url: string }[];
}

/** Writes to somebody who has asked for their organizations, in the name of the installation at an address. */
export function organizationListLetter(
  installation: string,
  { email, organizations }: OrganizationList,
): ComposedMail {
  const { more, sender, ...text } = letterTexts.organizationList;
  const listed = organizations.slice(0, maxListedOrganizations);
  const links = listed.map(({ name: label, url }) => ({ label, url }));
  const letter = letterOf(text, { email });
  const rest =
    listed.length < organizations.length ? [fill(more, { count: `${listed.length}` })] : [];
  const paragraphs = [...letter.paragraphs, ...rest];
  return composeMail({ ...letter, paragraphs, links }, { name: sender, url: installation });
}

interface NewOrganization {
  readonly name: string;
  /** Its address once it is there. */
  readonly address: string;
  /** Address of the page that creates it. */
  readonly url: string;
}

/** Writes to somebody who wants to create an organization, in the name of the installation at an address. */
export function creationLetter(
  installation: string,
  { address, name, url }: NewOrganization,
): ComposedMail {
  const { sender, ...text } = letterTexts.creation;
  return composeMail(letterOf(text, { address, name }, url), { name: sender, url: installation });
}

/** Writes to somebody whose password was set by a link. */
export function passwordChangedLetter(realm: LetterHead): ComposedMail {
  return composeMail(letterOf(letterTexts.passwordChanged, { realm: realm.name }), realm);
}

interface NewApiKey {
  /** Name of the person or bot. */
  readonly account: string;
  /** Name of the key. */
  readonly key: string;
}

/** Writes to somebody of whom, or of whose bot, an API key was made. */
export function newApiKeyLetter(realm: LetterHead, { account, key }: NewApiKey): ComposedMail {
  return composeMail(letterOf(letterTexts.newApiKey, { account, key, realm: realm.name }), realm);
}

/** Kinds of changes of somebody's second factors. */
export type FactorKind = keyof typeof letterTexts.secondFactors;

/** Writes to somebody whose second factors were changed. */
export function secondFactorLetter(
  realm: LetterHead,
  done: FactorKind,
  values: TextValues = {},
): ComposedMail {
  const filled = { ...values, realm: realm.name };
  return composeMail(letterOf(letterTexts.secondFactors[done], filled), realm);
}

/** Writes one letter of each kind, by the kind, for looking at them. */
export function sampleLetters(realm: LetterHead): Readonly<Record<string, ComposedMail>> {
  const key = "aB3".repeat(11).slice(0, 32);
  const email = "nora@example.com";
  return {
    invitation: invitationLetter(realm, {
      inviter: "Ada Lovelace",
      url: `${realm.url}/join/${key}`,
    }),
    "invitation-accepted": invitationAcceptedLetter(realm, "Nora Newcomer"),
    "confirm-email": confirmEmailLetter(realm, { email, url: `${realm.url}/confirm-email/${key}` }),
    "email-changed": emailChangedLetter(realm, email),
    "password-reset": passwordResetLetter(realm, {
      email,
      url: `${realm.url}/accounts/password/reset/${key}`,
    }),
    "password-changed": passwordChangedLetter(realm),
    "new-api-key": newApiKeyLetter(realm, { account: "Ada Lovelace", key: "Backups" }),
    "second-factor-added": secondFactorLetter(realm, "appAdded"),
    "second-factor-removed": secondFactorLetter(realm, "appRemoved"),
    "passkey-added": secondFactorLetter(realm, "passkeyAdded", { passkey: "Phone" }),
    "passkey-removed": secondFactorLetter(realm, "passkeyRemoved", { passkey: "Phone" }),
    "second-factors-reset": secondFactorLetter(realm, "reset"),
    "recovery-codes-renewed": secondFactorLetter(realm, "codesRenewed"),
    "new-organization": creationLetter(realm.url, {
      name: "Analytical Engines",
      address: "https://engines.example.com",
      url: `${realm.url}/new/confirm/${key}`,
    }),
    "organization-list": organizationListLetter(realm.url, {
      email,
      organizations: [
        { name: realm.name, url: realm.url },
        { name: "Analytical Engines", url: "https://engines.example.com" },
      ],
    }),
    ...sampleMissedLetters(realm, key),
  };
}
