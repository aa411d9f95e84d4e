import { AppError } from "@team-chat/errors";

/** A channel as a request names it. */
export type ChannelReference = { readonly id: number } | { readonly name: string };

/** Reads `to` of a channel message (docs/behaviour/messages.md#addressing). @throws BAD_REQUEST */
function parseChannelReference(to: string | undefined): ChannelReference {
  if (to === undefined) throw refused("Missing channel");
  const value = singleElement(parseJson(to));
  if (typeof value === "string") return { name: value };
  if (typeof value === "number" && Number.isInteger(value)) return { id: value };
  throw refused("Invalid data type for channel");
}

/**
 * Returns the channel that a message goes to; without `to` the one that is kept for a bot
 * (docs/behaviour/messages.md#addressing).
 * @throws BAD_REQUEST
 */
export function addressedChannel(
  to: string | undefined,
  { defaultSendingChannelId: id }: { readonly defaultSendingChannelId: number | null },
): ChannelReference {
  return to === undefined && id !== null ? { id } : parseChannelReference(to);
}

/** Parses JSON; text that is none stands for itself. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function singleElement(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  if (value.length !== 1) throw refused("Expected exactly one channel");
  return value[0];
}

function refused(message: string): AppError {
  return new AppError("BAD_REQUEST", message);
}
