import { conversationOf, keyOf } from "../../state/conversation.ts";
import type { LoadedMessage, State, Timeline } from "../../state/state.ts";

/** What the pane shows, from top to bottom. */
export type Item =
  | { readonly kind: "day"; readonly key: string; readonly seconds: number }
  | { readonly kind: "unread"; readonly key: string }
  | { readonly kind: "conversation"; readonly key: string; readonly message: LoadedMessage }
  | {
      readonly kind: "message";
      readonly key: string;
      readonly message: LoadedMessage;
      /** False below one of the same sender, which has the name already. */
      readonly hasHead: boolean;
    };

/** Messages of one sender further apart than this show the sender again. */
const groupSeconds = 10 * 60;

/**
 * Lays out the messages of a timeline: lines for days, conversations and what is unread, and senders once for several. What
 * `hides` is true of is left out.
 */
export function itemsOf(
  timeline: Timeline,
  { me, messages }: Pick<State, "me" | "messages">,
  hides: (message: LoadedMessage) => boolean,
): readonly Item[] {
  const items: Item[] = [];
  let before: LoadedMessage | undefined;
  for (const id of timeline.ids) {
    const message = messages.get(id);
    if (message === undefined || hides(message)) continue;
    const lines = linesBefore(message, before, { timeline, me });
    items.push(...lines);
    const isSame =
      lines.length === 0 &&
      before?.sender_id === message.sender_id &&
      message.timestamp - before.timestamp < groupSeconds &&
      !message.is_me_message;
    items.push({ kind: "message", key: String(id), message, hasHead: !isSame });
    before = message;
  }
  return items;
}

/** Height of the lowest rows, in pixels: one line of a message below others of its sender. */
const rowHeight = 26;

/**
 * Picks out what is seen of a list that opens at a message; null for the newest one. `height` is that of the window, in
 * pixels: each row more takes the first frame a third of a millisecond.
 */
export function firstScreen(
  items: readonly Item[],
  start: number | null,
  height: number,
): readonly Item[] {
  const rows = Math.ceil(height / rowHeight);
  const at = start === null ? -1 : items.findIndex(({ key }) => key === String(start));
  if (at === -1) return items.slice(-rows);
  const from = Math.max(0, Math.min(at - Math.ceil(rows / 2), items.length - rows));
  return items.slice(from, at + rows);
}

function linesBefore(
  message: LoadedMessage,
  before: LoadedMessage | undefined,
  { me, timeline }: { readonly timeline: Timeline; readonly me: number },
): readonly Item[] {
  const { id, timestamp: seconds } = message;
  const lines: Item[] = [];
  if (before === undefined || dayNumber(before.timestamp) !== dayNumber(seconds))
    lines.push({ kind: "day", key: `day ${String(id)}`, seconds });
  if (id === timeline.firstUnread) lines.push({ kind: "unread", key: "unread" });
  const { kind } = timeline.narrow;
  const isElsewhere =
    (kind === "channel" || kind === "search") &&
    (before === undefined ||
      keyOf(conversationOf(before, me)) !== keyOf(conversationOf(message, me)));
  if (isElsewhere) lines.push({ kind: "conversation", key: `in ${String(id)}`, message });
  return lines;
}

/** Numbers days where the reader is. */
function dayNumber(seconds: number): number {
  const date = new Date(seconds * 1000);
  return date.getFullYear() * 400 + date.getMonth() * 32 + date.getDate();
}
