import { badCharacterIn } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

import { checkedFullName } from "../accounts/names.ts";
import { wrong } from "./check-subdomain.ts";

/** As when it is changed (`updateRealm`). */
const mostNameCharacters = 40;

/** Returns the name of a new organization without surrounding blanks. @throws BAD_REQUEST */
export function checkedOrganizationName(given: string): string {
  const name = given.trim();
  const { length } = [...name];
  if (length === 0 || length > mostNameCharacters)
    throw wrong("name", `A name has 1 to ${String(mostNameCharacters)} characters.`);
  const at = badCharacterIn(name);
  if (at !== null) throw wrong("name", `Invalid character in name, at position ${at}.`);
  return name;
}

/** Returns the name of the owner of a new organization. @throws BAD_REQUEST */
export function checkedOwnerName(given: string): string {
  try {
    return checkedFullName(given);
  } catch (error) {
    throw error instanceof AppError ? wrong("owner.fullName", error.message) : error;
  }
}
