import { type DomainEvent, encodeAudience } from "@team-chat/contract";

import type { RealmWorld } from "../directories/realm-world.ts";
import type { FlagChange } from "../policies/flag-change.ts";
import { isMutedTopic } from "../policies/muting.ts";
import { mentionBits } from "../queries/flag-bits.ts";
import type { MessageRow } from "../queries/messages.ts";

/** Tells a user's clients that flags have changed (reference/behaviour.md §5.3). */
export function flagsEvent(
  world: RealmWorld,
  { flag, op }: FlagChange,
  { changed, unread }: { changed: readonly number[]; unread: readonly MessageRow[] },
): DomainEvent {
  const isUnreading = flag === "read" && op === "remove";
  const details = unread.map((row) => [row.id, presentDetails(world, row)] as const);
  return {
    audience: encodeAudience([world.actor.id]),
    event: {
      type: "update_message_flags",
      op,
      operation: op,
      flag,
      messages: [...changed],
      all: false,
      ...(isUnreading ? { message_details: Object.fromEntries(details) } : {}),
    },
  };
}

function presentDetails(world: RealmWorld, row: MessageRow) {
  const mentioned = (row.bits & mentionBits) !== 0 || row.mentionsEveryone;
  return { ...presentPlace(world, row), ...(mentioned ? { mentioned: true } : {}) };
}

function presentPlace(world: RealmWorld, { channelId, participants, topic }: MessageRow) {
  if (channelId === null) {
    const others = (participants ?? []).filter((id) => id !== world.actor.id);
    return { type: "private", user_ids: others };
  }
  const unmuted = !isMutedTopic(world, channelId, topic);
  return { type: "stream", stream_id: channelId, topic, unmuted_stream_msg: unmuted };
}

/** Tells the users' clients that they have read these messages, or with null everything. */
export function readEvent(userIds: readonly number[], ids: readonly number[] | null): DomainEvent {
  return {
    audience: encodeAudience(userIds),
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
