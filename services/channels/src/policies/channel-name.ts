import { badCharacterIn, maxChannelNameLength } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

/**
 * Returns the name without surrounding white space (docs/behaviour/channels.md#channel-names).
 * @throws BAD_REQUEST
 */
export function checkChannelName(given: string): string {
  const name = given.trim();
  if (name === "") throw new AppError("BAD_REQUEST", "Channel name can't be empty.");
  if ([...name].length > maxChannelNameLength) {
    throw new AppError(
      "BAD_REQUEST",
      `Channel name too long (limit: ${maxChannelNameLength} characters).`,
    );
  }
  const at = badCharacterIn(name);
  if (at !== null)
    throw new AppError("BAD_REQUEST", `Invalid character in channel name, at position ${at}.`);
  return name;
}
