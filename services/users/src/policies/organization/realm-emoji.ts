import { maxEmojiBytes, roles } from "@team-chat/contract";
import { findEmojiByName } from "@team-chat/emoji";
import { AppError } from "@team-chat/errors";

/** Returns the name as it is stored. @throws BAD_REQUEST when it cannot be one */
export function checkedEmojiName(given: string): string {
  const name = given.trim().replaceAll(" ", "_");
  if (name === "") throw refused("Emoji name is missing");
  if (!/^[0-9a-z_-]+$/.test(name)) {
    throw refused(
      "Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.",
    );
  }
  if (!/[0-9a-z]$/.test(name)) throw refused("Emoji names must end with either a letter or digit.");
  return name;
}

/** @throws BAD_REQUEST when the name is that of a Unicode emoji and the actor no administrator */
export function checkMayName(actor: { readonly role: number }, name: string): void {
  if (actor.role > roles.administrator && findEmojiByName(name) !== null)
    throw refused("Only administrators can override built-in emoji.");
}

/** Returns the one file of an upload. @throws BAD_REQUEST */
export function onlyPicture(files: readonly { readonly bytes: Buffer }[]): Buffer {
  const [file, ...others] = files;
  if (file === undefined || others.length > 0) throw refused("You must upload exactly one file.");
  if (file.bytes.length > maxEmojiBytes)
    throw refused("Uploaded file is larger than the allowed limit of 1 MiB");
  return file.bytes;
}

/** @throws BAD_REQUEST */
export function checkMayDeactivate(
  actor: { readonly userId: number; readonly role: number },
  emoji: { readonly authorId: number },
): void {
  if (actor.role <= roles.administrator || emoji.authorId === actor.userId) return;
  throw refused("Must be an organization administrator or emoji author");
}

function refused(message: string): AppError {
  return new AppError("BAD_REQUEST", message);
}
