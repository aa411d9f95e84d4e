import type { Client } from "../live/client.ts";
import { addressOf } from "../narrow/address.ts";
import type { Conversation } from "../state/conversation.ts";
import { keyOf } from "../state/conversation.ts";
import type { ServerEvent } from "../state/state.ts";
import type { Drafts } from "./drafts.ts";

/** Goes along when the whole topic that is open is moved or renamed, with what is being written there. */
export function followMoves(client: Client, drafts: Drafts): void {
  client.onEvent((event) => {
    const move = wholeTopic(event);
    const route = client.route.peek();
    if (move === null || route.kind !== "narrow" || route.narrow.kind !== "topic") return;
    if (keyOf(route.narrow) !== keyOf(move.from)) return;
    const written = drafts.of(move.from);
    if (written !== "" && drafts.of(move.to) === "") {
      drafts.keep(move.to, written);
      drafts.keep(move.from, "");
    }
    location.replace(addressOf(move.to, client.state.peek()));
  });
}

/** Reads where a topic was and is now; null for anything but the move of a whole one. */
function wholeTopic(event: ServerEvent): { from: Conversation; to: Conversation } | null {
  if (event.type !== "update_message" || event.propagate_mode !== "change_all") return null;
  const { new_stream_id: newId, orig_subject: old = "", stream_id: channelId = 0 } = event;
  return {
    from: { kind: "topic", channelId, topic: old },
    to: { kind: "topic", channelId: newId ?? channelId, topic: event.subject ?? old },
  };
}
