import { type DomainEvent, encodeAudience, type UserRecord } from "@team-chat/contract";

import type { ReactionRow } from "../queries/messages/reactions.ts";

interface Reacted {
  readonly messageId: number;
  readonly reaction: ReactionRow;
  readonly actor: UserRecord;
  /** To whom the actor is unknown. */
  readonly strangers: Pick<DomainEvent, "strangers">;
}

/**
 * Writes the event by which somebody reacted to a message or took it back (docs/behaviour/events.md#message-events).
 */
export function reactionEvent(
  op: "add" | "remove",
  { messageId, reaction, actor, strangers }: Reacted,
  audience: Iterable<number>,
): DomainEvent {
  return {
    audience: encodeAudience(audience),
    ...strangers,
    event: {
      type: "reaction",
      op,
      message_id: messageId,
      ...reaction,
      user: { user_id: actor.id, email: actor.email, full_name: actor.fullName },
    },
  };
}
