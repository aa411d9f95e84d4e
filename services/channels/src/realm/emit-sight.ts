import { audienceTest, type DomainEvent } from "@team-chat/contract";
import { z } from "zod";

import { type Forgetful, forgetLeft, listLeavers } from "../queries/subscriptions.ts";
import type { LockedRealm } from "./realm-change.ts";

const created = z.object({
  type: z.literal("stream"),
  op: z.literal("create"),
  streams: z.array(z.object({ stream_id: z.int() })),
});
const unarchived = z.object({ unarchived: z.object({ stream_id: z.int() }) });

/**
 * Emits events by which channels may appear. Clients take a channel that appears for one never subscribed to (reference/event-payloads.md §3, stream), also
 * where the user had left it before it vanished; so does register from then on.
 */
export async function emitSight(
  change: LockedRealm,
  events: readonly DomainEvent[],
): Promise<void> {
  for (const event of events) {
    change.emit(event);
    const appearing = appearingIn(event);
    if (appearing === null) continue;
    const { tx, realmId } = change;
    const isTold = audienceTest(event.audience);
    const leavers = await listLeavers(tx, realmId, appearing.channelIds);
    const told = leavers.filter(({ userId }) => isTold(userId));
    if (told.length > 0) await forgetLeft(tx, realmId, { left: told, by: appearing.to });
  }
}

interface Appearing {
  readonly channelIds: readonly number[];
  readonly to: Forgetful;
}

function appearingIn({ event, internal }: DomainEvent): Appearing | null {
  const isBack = unarchived.safeParse(internal);
  if (isBack.success) return { channelIds: [isBack.data.unarchived.stream_id], to: "older" };
  const isNew = created.safeParse(event);
  if (!isNew.success) return null;
  return { channelIds: isNew.data.streams.map((one) => one.stream_id), to: "all" };
}
