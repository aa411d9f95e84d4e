import type { Context } from "../context.ts";
import { loadRegisterRows, type RegisterRows } from "../queries/register-rows.ts";
import { RealmChannels } from "./realm-channels.ts";

/** Rows of one snapshot and the channels as of exactly that snapshot; use them before anything is awaited. */
export interface AtSnapshot {
  readonly rows: RegisterRows;
  readonly channels: RealmChannels;
}

/** After so many snapshots that others overtook, one is loaded that nobody shares. */
const maxTries = 3;

/**
 * Reads a user's rows together with what the realm's channels in memory lack. Versions are given out under a lock that is held until
 * commit, so a snapshot sees a prefix of them, and channels of the snapshot's version are the snapshot's channels.
 */
export async function loadAtSnapshot(
  ctx: Context,
  of: { readonly realmId: number; readonly userId: number },
): Promise<AtSnapshot> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const channels = await ctx.channels.atLeast(of.realmId, 1);
    const rows = await loadRegisterRows(ctx.db, of, channels.version);
    if (rows.changes.version < channels.version) continue;
    channels.apply(rows.changes);
    return { rows, channels };
  }
  const channels = new RealmChannels();
  const rows = await loadRegisterRows(ctx.db, of, 0);
  channels.apply(rows.changes);
  return { rows, channels };
}
