import { type DomainEvent, encodeAudience } from "@team-chat/contract";

import type { FlagChange } from "../policies/flag-change.ts";
import { mentionBits } from "../queries/flag-bits.ts";
import type { MessageRow } from "../queries/messages.ts";

/** Tells a user's clients that flags have changed (reference/behaviour.md §5.3). */
export function flagsEvent(
  userId: number,
  { flag, op }: FlagChange,
  changed: readonly MessageRow[],
): DomainEvent {
  const unread = flag === "read" && op === "remove";
  const details = changed.map((row) => [row.id, presentDetails(userId, row)] as const);
  return {
    audience: encodeAudience([userId]),
    event: {
      type: "update_message_flags",
      op,
      operation: op,
      flag,
      messages: changed.map(({ id }) => id),
      all: false,
      ...(unread ? { message_details: Object.fromEntries(details) } : {}),
    },
  };
}

function presentDetails(userId: number, row: MessageRow) {
  const mentioned = (row.bits & mentionBits) !== 0 || row.mentionsEveryone;
  const place =
    row.channelId === null
      ? { type: "private", user_ids: (row.participants ?? []).filter((id) => id !== userId) }
      : { type: "stream", stream_id: row.channelId, topic: row.topic, unmuted_stream_msg: true };
  return { ...place, ...(mentioned ? { mentioned: true } : {}) };
}

/** Tells a user's clients that they have read these messages, or with null everything. */
export function readEvent(userId: number, ids: readonly number[] | null): DomainEvent {
  return {
    audience: encodeAudience([userId]),
    event: {
      type: "update_message_flags",
      op: "add",
      operation: "add",
      flag: "read",
      messages: ids ?? [],
      all: ids === null,
    },
  };
}
