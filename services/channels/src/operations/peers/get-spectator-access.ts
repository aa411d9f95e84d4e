import { admitsSpectators } from "@team-chat/policy";

import type { Context } from "../../context.ts";

/**
 * Tells services that cannot see channels whether spectators are let into the realm
 * (docs/behaviour/api.md#requests-without-an-account).
 */
export async function getSpectatorAccess(
  ctx: Context,
  { realmId }: { readonly realmId: number },
): Promise<{ admitted: boolean }> {
  const [users, channels] = await Promise.all([
    ctx.users.current(realmId),
    ctx.channels.current(realmId),
  ]);
  return {
    admitted: admitsSpectators({ webPublicStreams: ctx.webPublicStreams, users, channels }),
  };
}
