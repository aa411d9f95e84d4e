import type { listTopicListeners as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { topicKey } from "../../policies/topic.ts";
import { listListeners } from "../../queries/topic-listeners.ts";

/** Says who wants to hear of a message in a topic, so that it is pushed or e-mailed to them. */
export async function listTopicListeners(
  ctx: Context,
  _: Identity,
  { channelId, realmId, topic, userIds }: z.output<typeof contract.input>,
): Promise<z.input<typeof contract.output>> {
  const of = { realmId, channelId, key: topicKey(topic) };
  return { listeners: [...(await listListeners(ctx.db, of, userIds))] };
}
