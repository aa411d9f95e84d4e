import { maxDestinationName } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { TargetGuard } from "@team-chat/target-guard";

/** Returns the name of a destination as it is kept. @throws BAD_REQUEST */
export function checkedName(given: string): string {
  const name = given.trim();
  if (name === "" || [...name].length > maxDestinationName)
    throw refused(`name: it has 1 to ${maxDestinationName} characters.`);
  return name;
}

interface AddressRules {
  readonly guard: TargetGuard;
  /** True if an address without TLS will do, as in development. */
  readonly mayBePlain: boolean;
}

/**
 * Returns an address as entries are posted to it. What a name leads to is looked at when a connection is made.
 * @throws BAD_REQUEST
 */
export function checkedUrl(given: string, { guard, mayBePlain }: AddressRules): string {
  if (!URL.canParse(given))
    throw refused("url: it must be an address like https://siem.example.com/.");
  const url = new URL(given);
  if (url.protocol !== "https:" && !(mayBePlain && url.protocol === "http:"))
    throw refused("url: it must be an address like https://siem.example.com/.");
  if (url.username !== "" || url.password !== "")
    throw refused("url: give names and passwords as authorization.");
  if (guard.refusesHost(url.hostname)) throw refused("url: the address is not allowed.");
  url.hash = "";
  return url.href;
}

/** Returns the value of a header `Authorization`; null for the empty text. @throws BAD_REQUEST */
export function checkedAuthorization(given: string): string | null {
  const value = given.trim();
  if (!/^[\u0020-\u007e]*$/.test(value))
    throw refused("authorization: it must be of printable ASCII characters.");
  return value === "" ? null : value;
}

interface Addressed {
  readonly url: string;
  readonly hasAuthorization: boolean;
}

/** Keeps a header from another server than it was given for. @throws BAD_REQUEST */
export function checkKeepsServer(before: Addressed, url: string): void {
  if (before.hasAuthorization && new URL(before.url).origin !== new URL(url).origin)
    throw refused("authorization: give it as well, since the address is on another server.");
}

/** Returns the refusal of a destination that the organization does not have. */
export function unknownDestination(): AppError {
  return refused("There is no such destination.");
}

function refused(message: string): AppError {
  return new AppError("BAD_REQUEST", message);
}
