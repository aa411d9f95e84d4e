import type { Context } from "../../context.ts";
import { findSettledVersion, findVersion } from "../../queries/versions.ts";

/** Lets whoever keeps a copy of the realm's channels see whether it is current. */
export async function getChannelsVersion(
  ctx: Context,
  { realmId, settled }: { readonly realmId: number; readonly settled: boolean },
): Promise<{ version: number }> {
  const version = settled
    ? await findSettledVersion(ctx.db, realmId)
    : await findVersion(ctx.hot, realmId);
  return { version };
}
