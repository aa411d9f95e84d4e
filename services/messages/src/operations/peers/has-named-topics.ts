import type { hasNamedTopics as contract } from "@team-chat/contract";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { raiseTopicFence } from "../../queries/messages/topic-fence.ts";
import { existsNamedTopic } from "../../queries/topics/channel-topics.ts";

/**
 * Tells whether the channel has messages outside its empty topic. If it has none it gets none before the caller's lock
 * of the realm ends: whoever is about to write one waits for that and decides again (docs/subsystems/messages.md, The
 * empty topic alone).
 */
export async function hasNamedTopics(
  ctx: Context,
  _identity: unknown,
  input: z.output<typeof contract.input>,
): Promise<z.output<typeof contract.output>> {
  if (await existsNamedTopic(ctx.db, input)) return { hasNamedTopics: true };
  const found = await ctx.db.transaction(async (tx) => {
    await raiseTopicFence(tx, input);
    return existsNamedTopic(tx, input);
  });
  return { hasNamedTopics: found };
}
