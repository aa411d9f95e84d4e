import { externalAccounts } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

import { isWebAddress } from "../organization/web-address.ts";

const username = "%(username)s";
const keys: ReadonlySet<string> = new Set(["subtype", "url_pattern"]);

type Data = Readonly<Record<string, unknown>>;

/**
 * Checks and normalises the stored data of a field for an external account: of a built-in kind its name, of an own one
 * the pattern too.
 * @throws BAD_REQUEST
 */
export function checkedExternalAccount(data: Data): Data {
  const { subtype, url_pattern: pattern } = data;
  const unknown = Object.keys(data).filter((key) => !keys.has(key));
  if (unknown.length > 0) throw refused(`Unexpected arguments: ${unknown.join(", ")}`);
  if (subtype === undefined) throw refused("subtype key is missing from field_data");
  if (pattern !== undefined) checkPattern(pattern);
  if (isBuiltIn(subtype)) return { subtype };
  if (subtype !== "custom") throw refused("Invalid external account type");
  if (pattern === undefined) throw refused("Custom external account must define URL pattern");
  return { subtype, url_pattern: pattern };
}

function checkPattern(pattern: unknown): void {
  const parts = typeof pattern === "string" ? pattern.split(username) : [];
  if (parts.length !== 2 || !isWebAddress(parts.join("somebody")))
    throw refused("Malformed URL pattern.");
}

/**
 * Returns name and hint of a field of a built-in kind, which nobody chooses; null for other fields. `data` is as it is
 * stored.
 */
export function builtInTexts(
  data: string,
): { readonly name: string; readonly hint: string } | null {
  const { subtype } = data === "" ? {} : (JSON.parse(data) as Data);
  return isBuiltIn(subtype) ? (externalAccounts[subtype] ?? null) : null;
}

/** Tells whether values of the field are addresses themselves. `data` is as it is stored. */
export function holdsAddresses(data: string): boolean {
  const { subtype } = JSON.parse(data) as Data;
  return isBuiltIn(subtype) && externalAccounts[subtype]?.url_pattern === username;
}

function isBuiltIn(subtype: unknown): subtype is string {
  return typeof subtype === "string" && Object.hasOwn(externalAccounts, subtype);
}

function refused(message: string): AppError {
  return new AppError("BAD_REQUEST", message);
}
