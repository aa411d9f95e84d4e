import { AppError } from "@team-chat/errors";

/** A channel as a request names it. */
export type ChannelReference = { readonly id: number } | { readonly name: string };

/** Users as a request names them, each once. */
export type UserReferences =
  | { readonly ids: readonly number[] }
  | { readonly emails: readonly string[] };

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

/** Reads `to` of a direct message (docs/behaviour/messages.md#addressing). @throws BAD_REQUEST */
export function parseUserReferences(to: string | undefined): UserReferences {
  if (to === undefined) throw refused("Message must have recipients");
  const value = parseJson(to);
  const list: unknown = typeof value === "string" ? value.split(",") : value;
  if (!Array.isArray(list)) throw refused("Invalid data type for recipients");
  return referencesOf(list);
}

/** Reads a list of ids or of e-mail addresses that was JSON already. @throws BAD_REQUEST */
function referencesOf(list: readonly unknown[]): UserReferences {
  if (list.every((one) => typeof one === "string")) {
    const emails = list.map((email) => email.trim()).filter((email) => email !== "");
    return { emails: [...new Set(emails)] };
  }
  if (list.every((one) => typeof one === "number" && Number.isInteger(one)))
    return { ids: [...new Set(list as readonly number[])] };
  const mixed = list.every((one) => typeof one === "string" || typeof one === "number");
  throw refused(
    mixed
      ? "Recipient lists may contain emails or user IDs, but not both."
      : "Invalid data type for recipients",
  );
}

/** Parses JSON; text that is none stands for itself. */
function parseJson(text: string): unknown {
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
