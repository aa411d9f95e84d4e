import { type DomainEvent, encodeAudience } from "@team-chat/contract";

import type { SubmessageRow } from "../queries/messages/submessages.ts";

/** Writes the event by which somebody took part in a poll or a todo list (docs/behaviour/events.md#message-events). */
export function submessageEvent(
  { id, ...submessage }: SubmessageRow,
  audience: Iterable<number>,
): DomainEvent {
  return {
    audience: encodeAudience(audience),
    event: { type: "submessage", submessage_id: id, ...submessage },
  };
}
