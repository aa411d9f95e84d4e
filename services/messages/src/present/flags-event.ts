import { type DomainEvent, encodeAudience } from "@team-chat/contract";

import type { RealmView } from "../domain/directories/realm-view.ts";
import type { FlagChange } from "../policies/flag-change.ts";
import { isMutedTopic } from "../policies/muting.ts";
import { mentionBits } from "../queries/messages/flag-bits.ts";
import type { MarkedConversation, MarkedMessages } from "../queries/read-state/marked-messages.ts";

/** Tells a user's clients that flags have changed (docs/behaviour/messages.md#flag-events). */
export function flagsEvent(
  realm: RealmView,
  { flag, op }: FlagChange,
  { changed, unread }: { changed: readonly number[]; unread: MarkedMessages },
): DomainEvent {
  const isUnreading = flag === "read" && op === "remove";
  return {
    audience: encodeAudience([realm.actor.id]),
    event: {
      type: "update_message_flags",
      op,
      operation: op,
      flag,
      messages: [...changed],
      all: false,
      ...(isUnreading ? { message_details: presentDetails(realm, unread) } : {}),
    },
  };
}

/** Presents messages by id. */
function presentDetails(realm: RealmView, { bits, groups }: MarkedMessages) {
  const details: Record<string, object> = {};
  for (const group of groups) {
    const plain = presentConversation(realm, group);
    const mentioning = { ...plain, mentioned: true };
    for (const id of group.ids) {
      const isMentioned = group.mentionsEveryone || ((bits.get(id) ?? 0) & mentionBits) !== 0;
      details[id] = isMentioned ? mentioning : plain;
    }
  }
  return details;
}

function presentConversation(
  realm: RealmView,
  { channelId, participants, topic }: MarkedConversation,
): object {
  if (channelId === null) {
    const others = (participants ?? []).filter((id) => id !== realm.actor.id);
    return { type: "private", user_ids: others };
  }
  const unmuted = !isMutedTopic(realm, channelId, topic);
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
