import type { LanguageCode, TextValues } from "@team-chat/html";
import { composeMail, type ComposedMail, type Letter, type LetterHead } from "@team-chat/mail";

import type { LetterTexts } from "./letter-texts/en.ts";
import { letterWording } from "./letter-texts/letter-wording.ts";

interface LetterText {
  readonly subject: string;
  readonly body: string;
  /** Label of the button. */
  readonly action?: string;
  readonly note?: string;
}

interface Filled {
  readonly values: TextValues;
  /** Address to which the button leads; empty without one. */
  readonly url?: string;
}

/** Fills in what a letter says. */
function letterOf(
  language: LanguageCode,
  { action, body, note, subject }: LetterText,
  { url = "", values }: Filled,
): Letter {
  const { say } = letterWording(language);
  return {
    subject: say(subject, values),
    paragraphs: [say(body, values)],
    ...(action === undefined ? {} : { action: { label: action, url } }),
    ...(note === undefined ? {} : { note: say(note, values) }),
  };
}

type TextName = {
  [Name in keyof LetterTexts]: LetterTexts[Name] extends LetterText ? Name : never;
}[keyof LetterTexts];

/** Writes a letter in the name of an organization, which the text may name. */
function compose(realm: LetterHead, name: TextName, { url = "", values }: Filled): ComposedMail {
  const { language } = realm;
  const text: LetterText = letterWording(language).texts[name];
  const filled = { values: { ...values, realm: realm.name }, url };
  return composeMail(letterOf(language, text, filled), realm);
}

interface Invited {
  readonly inviter: string;
  /** Address of the page that accepts it. */
  readonly url: string;
}

/** Writes to somebody who is invited by address. */
export function invitationLetter(realm: LetterHead, { inviter, url }: Invited): ComposedMail {
  return compose(realm, "invitation", { values: { inviter }, url });
}

/** Writes to somebody whose invitation a person has accepted. */
export function invitationAcceptedLetter(realm: LetterHead, person: string): ComposedMail {
  return compose(realm, "invitationAccepted", { values: { person } });
}

interface NewAddress {
  readonly email: string;
  /** Address of the page that confirms it. */
  readonly url: string;
}

/** Writes to an address that somebody wants to have. */
export function confirmEmailLetter(realm: LetterHead, { email, url }: NewAddress): ComposedMail {
  return compose(realm, "confirmEmail", { values: { email }, url });
}

/** Writes to the address that somebody had before. */
export function emailChangedLetter(realm: LetterHead, email: string): ComposedMail {
  return compose(realm, "emailChanged", { values: { email } });
}

interface Reset {
  readonly email: string;
  /** Address of the page that sets the password. */
  readonly url: string;
}

/** Writes to somebody who wants to set a password. */
export function passwordResetLetter(realm: LetterHead, { email, url }: Reset): ComposedMail {
  return compose(realm, "passwordReset", { values: { email }, url });
}

/** The installation, by its address, and the language of whoever it writes to. */
type Installation = Omit<LetterHead, "name">;

/** Most organizations that one letter names. */
export const maxListedOrganizations = 100;

interface OrganizationList {
  readonly email: string;
  /** Those beyond the most that a letter names are left out, which it says. */
  readonly organizations: readonly { readonly name: string; readonly url: string }[];
}

/** Writes to somebody who has asked for their organizations, in the name of the installation. */
export function organizationListLetter(
  { language, url }: Installation,
  { email, organizations }: OrganizationList,
): ComposedMail {
  const { say, texts } = letterWording(language);
  const { more, sender, ...text } = texts.organizationList;
  const listed = organizations.slice(0, maxListedOrganizations);
  const links = listed.map((one) => ({ label: one.name, url: one.url }));
  const letter = letterOf(language, text, { values: { email } });
  const rest =
    listed.length < organizations.length ? [say(more, { count: `${listed.length}` })] : [];
  const paragraphs = [...letter.paragraphs, ...rest];
  return composeMail({ ...letter, paragraphs, links }, { name: sender, url, language });
}

interface NewOrganization {
  readonly name: string;
  /** Its address once it is there. */
  readonly address: string;
  /** Address of the page that creates it. */
  readonly url: string;
}

/** Writes to somebody who wants to create an organization, in the name of the installation. */
export function creationLetter(
  installation: Installation,
  { address, name, url }: NewOrganization,
): ComposedMail {
  const { language } = installation;
  const { sender, ...text } = letterWording(language).texts.creation;
  const letter = letterOf(language, text, { values: { address, name }, url });
  return composeMail(letter, { ...installation, name: sender });
}

/** Writes to somebody whose password was set by a link. */
export function passwordChangedLetter(realm: LetterHead): ComposedMail {
  return compose(realm, "passwordChanged", { values: {} });
}

interface NewApiKey {
  /** Name of the person or bot. */
  readonly account: string;
  /** Name of the key. */
  readonly key: string;
}

/** Writes to somebody of whom, or of whose bot, an API key was made. */
export function newApiKeyLetter(realm: LetterHead, { account, key }: NewApiKey): ComposedMail {
  return compose(realm, "newApiKey", { values: { account, key } });
}

/** Kinds of changes of somebody's second factors. */
export type FactorKind = keyof LetterTexts["secondFactors"];

/** Writes to somebody whose second factors were changed. */
export function secondFactorLetter(
  realm: LetterHead,
  done: FactorKind,
  values: TextValues = {},
): ComposedMail {
  const { language } = realm;
  const text = letterWording(language).texts.secondFactors[done];
  const filled = { values: { ...values, realm: realm.name } };
  return composeMail(letterOf(language, text, filled), realm);
}
