import type { countChannels as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { countActiveChannels } from "../../queries/channels.ts";

/** Counts the channels that are not archived, for their limit. */
export async function countChannels(
  ctx: Context,
  _: Identity,
  { realmId }: z.output<typeof contract.input>,
): Promise<z.input<typeof contract.output>> {
  return { channels: await countActiveChannels(ctx.db, realmId) };
}
