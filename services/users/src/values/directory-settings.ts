import { X509Certificate } from "node:crypto";

import { directory, directoryKinds } from "@team-chat/contract";
import { FilterParser } from "ldapts";
import { z } from "zod";

type Given = z.output<typeof directory>;

/** Form of the directory that an organization is given; a password that is left out stays as it is. */
export const givenDirectory = directory
  .superRefine((given, context) => {
    for (const [name, message] of objections(given))
      context.addIssue({ code: "custom", path: [name], message });
  })
  .transform(({ bindPassword, ...given }) => ({ settings: completed(given), bindPassword }));

/** Form of a directory's settings as they are stored, all of them. */
export const directorySettings = directory.omit({ bindPassword: true }).extend({
  people: z.string(),
  loginAttributes: z.array(z.string()),
  attributes: z.object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    avatar: z.string().nullable(),
  }),
});

export type DirectorySettings = z.output<typeof directorySettings>;

/** A directory with the password of the account that searches; null when nobody does. */
export interface OpenDirectory extends DirectorySettings {
  readonly bindPassword: string | null;
}

/** Form of that password as it is sealed. */
export const sealedBind = z.object({ bindPassword: z.string() });

/** Issuer of the identities of a directory's people: an organization has one directory. */
export const directoryIssuer = "ldap";

/** Completes the settings by those of the kind. */
function completed(given: Omit<Given, "bindPassword">): DirectorySettings {
  const { attributes, loginAttributes, people } = directoryKinds[given.kind];
  const { avatar = attributes.avatar } = given.attributes;
  return {
    ...given,
    people: given.people ?? people,
    loginAttributes: given.loginAttributes ?? [...loginAttributes],
    attributes: {
      id: given.attributes.id ?? attributes.id,
      email: given.attributes.email ?? attributes.email,
      name: given.attributes.name ?? attributes.name,
      avatar,
    },
  };
}

/** Lists what is wrong with settings beyond their form, by name. */
function objections(given: Given): readonly (readonly [keyof Given, string])[] {
  const isBoth = given.url.startsWith("ldaps:") && given.startTls;
  const checks: readonly (readonly [boolean, keyof Given, string])[] = [
    [isBoth, "startTls", "is for ldap://"],
    [given.bindDn === undefined && given.userDn === undefined, "bindDn", "or userDn is needed"],
    [given.bindDn === undefined && given.bindPassword !== undefined, "bindDn", "is missing"],
    [given.people !== undefined && !isFilter(given.people), "people", "is no filter"],
    [given.groups !== undefined && !isFilter(given.groups.filter), "groups", "have no filter"],
    [!areCertificates(given.certificateAuthority), "certificateAuthority", "is no certificate"],
  ];
  return checks.filter(([isWrong]) => isWrong).map(([, name, text]) => [name, text] as const);
}

function isFilter(text: string): boolean {
  try {
    FilterParser.parseString(text);
    return true;
  } catch {
    return false;
  }
}

function areCertificates(pem: string | undefined): boolean {
  if (pem === undefined) return true;
  const end = "-----END CERTIFICATE-----";
  try {
    for (const one of pem.split(end).slice(0, -1)) void new X509Certificate(`${one}${end}\n`);
    return pem.trimEnd().endsWith(end);
  } catch {
    return false;
  }
}

/** Tells whether nobody on the way can read what is said. */
export function isEncrypted({ startTls, url }: DirectorySettings): boolean {
  return startTls || url.startsWith("ldaps:");
}
