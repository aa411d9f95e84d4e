import type { markAllAsRead as contract, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { readEvent } from "../../present/flags-event.ts";
import { markAllRead } from "../../queries/read-state/flags.ts";

/** Marks everything as read (docs/behaviour/unread.md#marking-as-read). */
export async function markAllAsRead(
  ctx: Context,
  caller: Caller,
): Promise<OutputOf<typeof contract>> {
  const { realmId, actor } = await loadRealm(ctx, caller);
  await ctx.outbox.transaction(
    realmId,
    async (tx, emit) => {
      await markAllRead(tx, { realmId, userId: actor.id });
      emit(readEvent([actor.id], null));
    },
    { gateFirst: true },
  );
  return { complete: true };
}
