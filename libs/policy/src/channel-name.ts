import { badCharacterIn, maxChannelNameLength } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

/**
 * Returns the name without surrounding white space (docs/behaviour/channels.md#channel-names).
 * @throws BAD_REQUEST
 */
export function checkChannelName(given: string): string {
  const name = given.trim();
  if (name === "") throw refused("Channel name can't be empty.");
  if (name.length > maxChannelNameLength && [...name].length > maxChannelNameLength)
    throw refused(`Channel name too long (limit: ${maxChannelNameLength} characters).`);
  const position = badCharacterIn(name);
  if (position !== null)
    throw refused(`Invalid character in channel name, at position ${position}.`);
  return name;
}

function refused(message: string): AppError {
  return new AppError("BAD_REQUEST", message);
}
