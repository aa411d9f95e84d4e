import type { messageReaction } from "@team-chat/contract";
import {
  type CustomEmoji,
  findActiveEmoji,
  findEmojiByCode,
  findEmojiByName,
  resolveCustomEmoji,
} from "@team-chat/emoji";
import { AppError } from "@team-chat/errors";
import type { z } from "zod";

/** Emoji of a reaction. */
export interface Emoji {
  readonly emojiName: string;
  readonly emojiCode: string;
  readonly reactionType: "unicode_emoji" | "zulip_extra_emoji" | "realm_emoji";
}

/** An emoji as a request names it. */
export interface GivenEmoji {
  readonly emoji_name?: string | undefined;
  readonly emoji_code?: string | undefined;
  readonly reaction_type?: string | undefined;
}

/** The one emoji that is neither in Unicode nor the organization's own. */
const extraEmoji = "zulip";
const nameForm = /^[\p{L}\p{N}_+-]+$/u;

/**
 * Returns the emoji of a new reaction. Clients have tables of names of their own, so that with a code any well-formed
 * name is taken.
 * @throws BAD_REQUEST
 */
export function resolveEmoji(
  { emoji_name: name, ...given }: GivenEmoji & { readonly emoji_name: string },
  custom: readonly CustomEmoji[],
): Emoji {
  const { emoji_code: code } = given;
  const type = normaliseType(given.reaction_type) ?? typeOf(name, code, custom);
  if (type === "realm_emoji") {
    const found = resolveCustomEmoji(custom, { name, code });
    if ("refusal" in found) throw refused(found.refusal);
    return { emojiName: name, emojiCode: found.emoji.id, reactionType: type };
  }
  if (type === "zulip_extra_emoji") {
    if (name !== extraEmoji || (code ?? extraEmoji) !== extraEmoji)
      throw refused("Invalid emoji code.");
    return { emojiName: name, emojiCode: extraEmoji, reactionType: type };
  }
  const found = code === undefined ? findEmojiByName(name) : findEmojiByCode(code);
  if (!found)
    throw refused(code === undefined ? `Emoji '${name}' does not exist` : "Invalid emoji code.");
  if (!nameForm.test(name)) throw refused("Invalid emoji name.");
  return { emojiName: name, emojiCode: found.code, reactionType: type };
}

type Reaction = z.infer<typeof messageReaction>;

/**
 * Finds the emoji of a reaction that is on the message, which others may join whatever has become of the emoji; null
 * when there is none of this code and type.
 * @throws BAD_REQUEST
 */
export function findJoinedEmoji(
  reactions: readonly Reaction[],
  { emoji_code: code, reaction_type: given }: GivenEmoji,
): Emoji | null {
  const type = normaliseType(given);
  if (type === null || code === undefined) return null;
  const found = reactions.find((one) => one.reaction_type === type && one.emoji_code === code);
  return found === undefined
    ? null
    : { emojiName: found.emoji_name, emojiCode: code, reactionType: type };
}

/** Finds the user's reaction that a request means, by code if it gives one, else by name. @throws BAD_REQUEST */
export function findOwnReaction(
  reactions: readonly Reaction[],
  userId: number,
  { emoji_name: name, emoji_code: code, reaction_type: given }: GivenEmoji,
): Reaction | null {
  const type = normaliseType(given);
  const nameCode = name === undefined ? undefined : findEmojiByName(name)?.code;
  const found = reactions.find(
    (one) =>
      one.user_id === userId &&
      (type === null || one.reaction_type === type) &&
      (code === undefined
        ? one.emoji_name === name || one.emoji_code === nameCode
        : one.emoji_code === code.toLowerCase()),
  );
  return found ?? null;
}

/**
 * Returns the type of reaction that a request names, by either name of the extra emoji; null when it names none.
 * @throws BAD_REQUEST
 */
function normaliseType(
  type: string | undefined,
): "unicode_emoji" | "zulip_extra_emoji" | "realm_emoji" | null {
  if (type === undefined) return null;
  if (type === "service_extra_emoji" || type === "zulip_extra_emoji") return "zulip_extra_emoji";
  if (type === "unicode_emoji" || type === "realm_emoji") return type;
  throw refused("Invalid emoji type.");
}

/**
 * Returns the type of a reaction: an emoji of the organization wins over a Unicode emoji of the same name, unless a
 * code says which is meant.
 */
function typeOf(
  name: string,
  code: string | undefined,
  custom: readonly CustomEmoji[],
): Emoji["reactionType"] {
  if (code === undefined && findActiveEmoji(custom, name) !== undefined) return "realm_emoji";
  return name === extraEmoji ? "zulip_extra_emoji" : "unicode_emoji";
}

function refused(message: string): AppError {
  return new AppError("BAD_REQUEST", message);
}
