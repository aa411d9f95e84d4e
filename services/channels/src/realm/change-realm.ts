import type { Caller } from "@team-chat/identity";
import type { Emit } from "@team-chat/outbox";
import type { Transaction } from "@team-chat/pg";

import type { Context } from "../context.ts";
import { loadChanges } from "../queries/changes.ts";
import { lockRealm } from "../queries/realm-version.ts";
import { loadDirectories, type RealmDirectories } from "./realm-directories.ts";

/** A transaction that has the realm's lock, and directories that are exactly what the database says. */
export interface RealmChange extends RealmDirectories {
  readonly tx: Transaction;
  readonly emit: Emit;
  readonly realmId: number;
}

/**
 * Runs a change of the realm's channels. Changes of a realm run one after the other, so that what was decided by the
 * directories still holds when it is written.
 */
export async function changeRealm<T>(
  ctx: Context,
  caller: Caller,
  work: (change: RealmChange) => Promise<T>,
): Promise<T> {
  const directories = await loadDirectories(ctx, caller);
  const { channels } = directories;
  const realmId = caller.realm.id;
  return ctx.outbox.transaction(realmId, async (tx, emit) => {
    await lockRealm(tx, realmId);
    channels.apply(await loadChanges(tx, realmId, channels.version));
    return work({ tx, emit, realmId, ...directories });
  });
}
