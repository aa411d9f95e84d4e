import { call } from "../api/call.ts";
import { updateMessageFlagsForNarrow } from "../api/operations.ts";
import { matches, termsOf } from "../narrow/narrow.ts";
import { conversationOf, type Room } from "../state/conversation.ts";
import { withUnreadLine } from "../state/load.ts";
import type { LoadedMessage, ServerEvent, State } from "../state/state.ts";
import { type Acting, change } from "./change.ts";
import type { ReadMarker } from "./mark-read.ts";

/** Most messages that one request changes (docs/behaviour/messages.md#flags-in-a-narrow). */
const pageSize = 5000;

/** Makes a message and all later ones of what is open unread, and lets them be until another place is opened. */
export async function markUnreadFrom(
  acting: Acting & { readonly reads: ReadMarker },
  narrow: Room,
  messageId: number,
): Promise<void> {
  const { client, reads } = acting;
  const state = client.state.peek();
  const later = [...state.messages.values()].filter(
    (one) => one.id >= messageId && one.flags.includes("read") && matches(narrow, one, state.me),
  );
  reads.keepUnread(messageId);
  client.state.value = withUnreadLine(state, narrow, messageId);
  await change(acting, {
    show: unreadEvent(later, state),
    takeBack: {
      type: "update_message_flags",
      op: "add",
      operation: "add",
      flag: "read",
      messages: later.map(({ id }) => id),
      all: false,
    },
    send: async () => {
      await reads.settled();
      await markAll(narrow, messageId);
    },
  });
}

function unreadEvent(messages: readonly LoadedMessage[], { me }: State): ServerEvent {
  const details = messages.map((one) => {
    const mentioned = one.flags.some((flag) => flag.endsWith("mentioned"))
      ? ({ mentioned: true } as const)
      : {};
    const where = conversationOf(one, me);
    const place =
      where.kind === "topic"
        ? {
            type: "stream" as const,
            stream_id: where.channelId,
            topic: where.topic,
            unmuted_stream_msg: true,
          }
        : { type: "private" as const, user_ids: [...where.userIds] };
    return [String(one.id), { ...place, ...mentioned }] as const;
  });
  return {
    type: "update_message_flags",
    op: "remove",
    operation: "remove",
    flag: "read",
    messages: messages.map(({ id }) => id),
    all: false,
    message_details: Object.fromEntries(details),
  };
}

/** Goes on from page to page until the newest message. */
async function markAll(narrow: Room, from: number, isFirst = true): Promise<void> {
  const { found_newest: isLast, last_processed_id: last } = await call(
    updateMessageFlagsForNarrow,
    {
      anchor: String(from),
      include_anchor: isFirst,
      num_before: 0,
      num_after: pageSize,
      narrow: termsOf(narrow),
      op: "remove",
      flag: "read",
    },
  );
  if (!isLast && last !== null) await markAll(narrow, last, false);
}
