import type { Context } from "../context.ts";
import { findVersion } from "../queries/realm-version.ts";

/** Lets whoever keeps a copy of the realm's channels see whether it is current. */
export async function getChannelsVersion(
  ctx: Context,
  { realmId }: { readonly realmId: number },
): Promise<{ version: number }> {
  return { version: await findVersion(ctx.hot, realmId) };
}
