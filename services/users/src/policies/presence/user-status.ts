import type { InputOf, updateOwnStatus } from "@team-chat/contract";
import {
  type CustomEmoji,
  findActiveEmoji,
  findEmojiByCode,
  findEmojiByName,
  resolveCustomEmoji,
} from "@team-chat/emoji";
import { AppError } from "@team-chat/errors";

/** Changes of a status; empty text clears. */
interface CheckedStatus extends Partial<Emoji> {
  readonly statusText?: string;
}

type Wanted = InputOf<typeof updateOwnStatus>;

const nameForm = /^[\p{L}\p{N}_+-]+$/u;

/**
 * Checks and normalises the changes that a request makes to a status (docs/behaviour/presence.md#status).
 * @throws BAD_REQUEST
 */
export function checkedStatus(wanted: Wanted, custom: readonly CustomEmoji[]): CheckedStatus {
  const { status_text: text, emoji_name: name, emoji_code: code, reaction_type: type } = wanted;
  if ([text, name, code, type].every((value) => value === undefined))
    throw refused("Client did not pass any new values.");
  if (name === undefined && (code !== undefined || type !== undefined))
    throw refused("Client must pass emoji_name if they pass either emoji_code or reaction_type.");
  return {
    ...(text === undefined ? {} : { statusText: text }),
    ...(name === undefined ? {} : checkedEmoji(name, { code, type }, custom)),
  };
}

interface Given {
  readonly code: string | undefined;
  readonly type: string | undefined;
}

interface Emoji {
  readonly emojiName: string;
  readonly emojiCode: string;
  readonly reactionType: string;
}

function checkedEmoji(name: string, given: Given, custom: readonly CustomEmoji[]): Emoji {
  if (name === "") return { emojiName: "", emojiCode: "", reactionType: "" };
  const { code } = given;
  // The organization's emoji win over those of Unicode, unless a code says which is meant.
  const isCustom = code === undefined && findActiveEmoji(custom, name) !== undefined;
  const type = given.type ?? (isCustom ? "realm_emoji" : "unicode_emoji");
  if (type === "realm_emoji") {
    const found = resolveCustomEmoji(custom, { name, code });
    if ("refusal" in found) throw refused(found.refusal);
    return { emojiName: name, emojiCode: found.emoji.id, reactionType: type };
  }
  // There is no emoji beside those of Unicode.
  if (type === "service_extra_emoji" || type === "zulip_extra_emoji")
    throw refused("Invalid emoji code.");
  if (type !== "unicode_emoji") throw refused("Invalid emoji type.");
  return { emojiName: name, emojiCode: checkedCode(name, code?.toLowerCase()), reactionType: type };
}

/** Clients have tables of names of their own, so that with a code any name is taken that is not another emoji's. */
function checkedCode(name: string, code: string | undefined): string {
  const known = findEmojiByName(name)?.code;
  if (code === undefined) {
    if (known === undefined) throw refused(`Emoji '${name}' does not exist`);
    return known;
  }
  if (findEmojiByCode(code) === null) throw refused("Invalid emoji code.");
  if (!nameForm.test(name) || (known ?? code) !== code) throw refused("Invalid emoji name.");
  return code;
}

function refused(message: string): AppError {
  return new AppError("BAD_REQUEST", message);
}
