import { characterOf } from "../../html/message-nodes.ts";
import type { State } from "../../state/state.ts";
import { usePicked } from "../app-context.ts";

/** Shows the emoji of somebody's status, and its text to whoever points at it; nothing without one. */
export function StatusEmoji({ userId }: { readonly userId: number }) {
  const status = usePicked(statusOf, userId);
  const customEmoji = usePicked(emojiOf, 0);
  const { emoji_code: code, emoji_name: name, reaction_type: kind } = status ?? {};
  if (code === undefined || name === undefined) return null;
  const label = status?.status_text ?? name;
  const source = customEmoji[code]?.source_url;
  if (kind !== "unicode_emoji")
    return source === undefined ? null : <img class="emoji" src={source} alt={label} />;
  return (
    <span class="emoji" role="img" aria-label={label} title={label}>
      {characterOf(code)}
    </span>
  );
}

function statusOf({ statuses }: State, userId: number) {
  return statuses.get(userId);
}

function emojiOf({ customEmoji }: State) {
  return customEmoji;
}
