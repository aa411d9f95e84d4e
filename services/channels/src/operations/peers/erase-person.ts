import type { erasePersonOperations } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import { deletePersonRows } from "@team-chat/pg";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { unsubscribeEvents } from "../../present/unsubscribe-events.ts";
import { stayingTables } from "../../queries/person-rows.ts";
import { deactivateSubscriptions, listSubscribedTo } from "../../queries/subscriptions.ts";
import { bumpVersion } from "../../queries/versions.ts";
import { groupByChannel } from "../../values/memberships.ts";
import { changeLocked } from "../../workflows/realm/change-realm.ts";
import { afterMoves } from "../../workflows/topics/emit-muted-topics.ts";
import { emitVisibility } from "../../workflows/visibility/emit-visibility.ts";

type Contract = typeof erasePersonOperations.channels;

/** Unsubscribes somebody from everything, and deletes what else this service has of the person (docs/erasure.md). */
export function erasePerson(
  ctx: Context,
  _: Identity,
  { realmId, userId }: z.output<Contract["input"]>,
): Promise<z.input<Contract["output"]>> {
  return changeLocked(ctx, { realmId, usersVersion: 0 }, async (change) => {
    const { tx } = change;
    const ids = await listSubscribedTo(tx, realmId, userId);
    const deleted = await deletePersonRows(tx, { realmId, userId, except: stayingTables });
    if (ids.length === 0) return { deleted, isDone: true };
    const removals = ids.map((channelId) => ({ userId, channelId }));
    const version = await bumpVersion(tx, realmId);
    await deactivateSubscriptions(tx, { ...change, version }, removals);
    const channels = ids.flatMap((id) => change.channels.channels.get(id) ?? []);
    const events = unsubscribeEvents({ channels, removals, directories: change });
    await emitVisibility(change, events, () =>
      afterMoves(change, { removed: groupByChannel(removals) }),
    );
    return { deleted: deleted + removals.length, isDone: true };
  });
}
