import { listUnicodeEmoji } from "@team-chat/emoji";

import type { Page } from "./page.ts";

/** Address that registering gives to clients in `server_emoji_data_url`. */
export const emojiPath = "/static/emoji/emoji_api.json";

/**
 * Lists the names of every emoji of the Unicode set by code, as clients load them after registering
 * (docs/behaviour/organization.md#emoji-names).
 */
export function emojiDocument(): Page {
  const names = listUnicodeEmoji().map((emoji) => [emoji.code, emoji.names] as const);
  const text = `${JSON.stringify({ code_to_names: Object.fromEntries(names) })}\n`;
  return { type: "application/json", text };
}
