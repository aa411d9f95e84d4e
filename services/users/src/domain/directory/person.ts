import type { Entry } from "ldapts";

import { mappedClaims } from "../../values/claim-mapping.ts";
import type { DirectorySettings } from "../../values/directory-settings.ts";

/** Claim with the names of groups that were searched for. */
export const groupsClaim = "groups";

/** Says when an entry was changed, in every directory. */
const stampAttribute = "modifyTimestamp";

/** Somebody as a directory has them. */
export interface DirectoryPerson {
  readonly dn: string;
  /** Never changes, and is nobody else's. */
  readonly subject: string;
  /** Undefined when there is none. */
  readonly email: string | undefined;
  readonly fullName: string | undefined;
  /** Time at which the entry was changed, as the directory writes it; empty when it does not say so. */
  readonly stamp: string;
  /** Values by attribute, as the settings spell it. */
  readonly claims: Readonly<Record<string, readonly string[]>>;
}

/** Lists the attributes that are asked for, but for pictures. */
export function askedAttributes({ attributes, groups, mapping }: DirectorySettings): string[] {
  const mapped = mappedClaims(mapping).filter((name) => !groups || name !== groupsClaim);
  const { email, id, name } = attributes;
  const holds = groups?.holds === undefined ? [] : [groups.holds];
  return [...new Set([id, email, name, stampAttribute, ...mapped, ...holds])];
}

/** Tells whether what identifies people is no text. */
function isBinary(attribute: string): boolean {
  return attribute.toLowerCase() === "objectguid";
}

/** Returns what a directory is asked for by which somebody is known. */
export function subjectValue({ attributes }: DirectorySettings, subject: string): Buffer | string {
  return isBinary(attributes.id) ? Buffer.from(subject, "hex") : subject;
}

/** Reads an entry; null without what identifies people. */
export function personOf(directory: DirectorySettings, entry: Entry): DirectoryPerson | null {
  const { email, id, name } = directory.attributes;
  const [bytes] = valuesOf(entry, id);
  if (bytes === undefined || bytes.length === 0) return null;
  const claims = Object.fromEntries(
    askedAttributes(directory).map((attribute) => [attribute, textsOf(entry, attribute)]),
  );
  return {
    dn: entry.dn,
    subject: bytes.toString(isBinary(id) ? "hex" : "utf8"),
    email: claims[email]?.[0],
    fullName: claims[name]?.[0],
    stamp: claims[stampAttribute]?.[0] ?? "",
    claims,
  };
}

/** Returns the values of an attribute, in whichever case its name is written. */
export function valuesOf(entry: Entry, attribute: string): readonly Buffer[] {
  const wanted = attribute.toLowerCase();
  const key = Object.keys(entry).find((name) => name.toLowerCase() === wanted);
  const found = key === undefined ? [] : (entry[key] ?? []);
  const list: readonly (Buffer | string)[] = Array.isArray(found) ? found : [found];
  return list.map((value) => Buffer.from(value));
}

/** Returns the values of an attribute as texts. */
export function textsOf(entry: Entry, attribute: string): readonly string[] {
  return valuesOf(entry, attribute).map(String);
}

const settledMs = 10 * 60 * 1000;

/**
 * Returns the time at which an entry was changed if that is a while ago; else null, because directories tell seconds,
 * and another change may follow within the same one.
 */
export function settledStamp({ stamp }: DirectoryPerson, nowMs: number): string | null {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)/.exec(stamp)?.slice(1).map(Number);
  if (parts === undefined) return null;
  const [year = 0, month = 0, day, hour, minute, second] = parts;
  const changedMs = Date.UTC(year, month - 1, day, hour, minute, second);
  return nowMs - changedMs > settledMs ? stamp : null;
}
