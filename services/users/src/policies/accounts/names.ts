import { badCharacterIn } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

const forbidden = /[*`\\>"@]/;
const unassigned = /\p{Cn}/u;

/**
 * Returns a user's name without surrounding blanks (docs/behaviour/users.md#names).
 * @throws BAD_REQUEST saying what is wrong with it
 */
export function checkedFullName(given: string): string {
  const name = given.trim();
  if ([...name].length > 100) throw new AppError("BAD_REQUEST", "Name too long!");
  if ([...name].length < 2) throw new AppError("BAD_REQUEST", "Name too short!");
  if (forbidden.test(name) || unassigned.test(name) || badCharacterIn(name) !== null)
    throw new AppError("BAD_REQUEST", "Invalid characters in name!");
  if (/\|\d+$/.test(name)) throw new AppError("BAD_REQUEST", "Invalid format!");
  return name;
}

const addressForm =
  /^[^\s@"<>(),;:\\[\]]{1,64}@(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)*[a-z\d](?:[a-z\d-]*[a-z\d])?$/i;

/**
 * Tells whether this could be an e-mail address. A host without a dot is fine, for servers on a local network; one that
 * cannot exist is not.
 */
export function isEmailAddress(text: string): boolean {
  return (
    text.length <= 254 &&
    badCharacterIn(text) === null &&
    addressForm.test(text) &&
    !text.includes("..") &&
    !/\.invalid$/i.test(text)
  );
}
