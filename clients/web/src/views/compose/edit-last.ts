import type { Client } from "../../live/client.ts";
import { narrowKey } from "../../narrow/narrow.ts";
import type { Room } from "../../state/conversation.ts";

/** Begins to edit the newest own message of what is open; tells whether there is one. */
export function editLast(client: Client, narrow: Room): boolean {
  const { me, messages, timelines } = client.state.peek();
  const id = timelines
    .get(narrowKey(narrow))
    ?.ids.findLast((one) => messages.get(one)?.sender_id === me);
  if (id === undefined) return false;
  client.editing.value = id;
  return true;
}
