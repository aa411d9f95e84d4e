import { maxChannelNameLength } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

/** Control characters, halves of surrogate pairs and code points that are no characters. */
const unprintable = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;

/**
 * The name without surrounding white space (reference/behaviour.md §2.4, step 1).
 * @throws BAD_REQUEST
 */
export function checkChannelName(given: string): string {
  const name = given.trim();
  if (name === "") throw new AppError("BAD_REQUEST", "Channel name can't be empty.");
  const characters = [...name];
  if (characters.length > maxChannelNameLength) {
    throw new AppError(
      "BAD_REQUEST",
      `Channel name too long (limit: ${maxChannelNameLength} characters).`,
    );
  }
  const at = characters.findIndex((character) => unprintable.test(character));
  if (at !== -1)
    throw new AppError("BAD_REQUEST", `Invalid character in channel name, at position ${at + 1}.`);
  return name;
}
