import type { hasNamedTopics as contract } from "@team-chat/contract";
import type { z } from "zod";

import type { Context } from "../context.ts";
import { existsNamedTopic } from "../queries/channel-topics.ts";

/** Whether the channel has messages outside its empty topic. */
export async function hasNamedTopics(
  ctx: Context,
  _identity: unknown,
  input: z.output<typeof contract.input>,
): Promise<z.output<typeof contract.output>> {
  return { hasNamedTopics: await existsNamedTopic(ctx.db, input) };
}
