import type { deleteQueue as contract, InputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { EventsContext } from "../context.ts";
import { unknownQueue } from "./get-events.ts";

/** Ends a queue at once; a poll that waits is told that it is gone. @throws BAD_EVENT_QUEUE_ID */
export async function deleteQueue(
  ctx: EventsContext,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  const queue = await ctx.hub.find({
    queueId: input.queue_id,
    realmId: caller.realm.id,
    userId: caller.userId,
  });
  if (!queue) throw unknownQueue(input.queue_id);
  await ctx.hub.delete(queue, "deletion");
  return {};
}
