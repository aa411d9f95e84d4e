import type { followUsers as contract } from "@team-chat/contract";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { settleUsers } from "../../workflows/realm/change-realm.ts";

/** Does at once what follows for channels from changed users (docs/subsystems/channels.md, When users change). */
export async function followUsers(
  ctx: Context,
  _identity: unknown,
  { realmId }: z.output<typeof contract.input>,
): Promise<Record<string, never>> {
  await settleUsers(ctx, realmId);
  await ctx.outbox.published(realmId);
  return {};
}
