import type { DomainEvent } from "@team-chat/contract";

import { type Forgetful, forgetLeft, listLeavers } from "../../queries/subscriptions.ts";
import type { LockedRealm } from "../realm-change.ts";
import {
  type After,
  emitMutedTopicsIn,
  type Moved,
  movedBy,
  type Shown,
} from "../topics/emit-muted-topics.ts";

/**
 * Emits events by which channels appear or vanish, and what follows for users who were there before. Clients take a
 * channel that appears for one never subscribed to (docs/behaviour/subscriptions.md#listing-subscriptions), also where
 * the user had left it before it vanished; so does register from then on. The older list of muted topics has those of
 * channels that are visible.
 */
export async function emitVisibility(
  change: LockedRealm,
  events: readonly DomainEvent[],
  after: () => After,
): Promise<void> {
  const shown: Moved[] = [];
  for (const event of events) {
    change.emit(event);
    const moved = movedBy(event);
    if (moved === null) continue;
    shown.push(moved);
    if (moved.forgetful !== null) await forget(change, moved.forgetful, moved);
  }
  if (shown.length > 0) await emitMutedTopicsIn(change, shown, after());
}

async function forget(
  { realmId, tx }: LockedRealm,
  by: Forgetful,
  { channelIds, concerns }: Shown,
): Promise<void> {
  const leavers = await listLeavers(tx, realmId, channelIds);
  const left = leavers.filter(({ userId }) => concerns(userId));
  if (left.length > 0) await forgetLeft(tx, realmId, { left, by });
}
