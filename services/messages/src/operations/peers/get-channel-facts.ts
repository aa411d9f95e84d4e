import type { getChannelFacts as contract } from "@team-chat/contract";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { listChannelFacts } from "../../queries/topics/channel-facts.ts";

/** Returns the facts about messages that channel objects show (docs/behaviour/messages.md#facts-about-channels). */
export async function getChannelFacts(
  ctx: Context,
  _identity: unknown,
  input: z.output<typeof contract.input>,
): Promise<z.output<typeof contract.output>> {
  return { channels: [...(await listChannelFacts(ctx.db, input))] };
}
