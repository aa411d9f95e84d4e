import { unicodeEmoji } from "@team-chat/emoji";

/** Where clients find it: what registering says in `server_emoji_data_url`. */
export const emojiPath = "/static/emoji/emoji_api.json";

/**
 * The names of every emoji of the Unicode set by code, as clients load them after registering
 * (docs/behaviour/organization.md#emoji-names).
 */
export function emojiDocument(): string {
  const names = unicodeEmoji.map((emoji) => [emoji.code, emoji.names] as const);
  return `${JSON.stringify({ code_to_names: Object.fromEntries(names) })}\n`;
}
