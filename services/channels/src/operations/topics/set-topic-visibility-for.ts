import type { setTopicVisibilityFor as contract } from "@team-chat/contract";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { topicKey } from "../../policies/topic.ts";
import { listPolicies } from "../../queries/topic-policies.ts";
import { changeLocked } from "../../workflows/realm/change-realm.ts";
import { setPolicies } from "../../workflows/topics/set-policies.ts";

/** `visibility_policy` of a muted topic. */
const muted = 1;

/**
 * Unmutes or follows a topic for users whose preference shows less of it. Users and channels that do not exist are
 * passed over.
 */
export async function setTopicVisibilityFor(
  ctx: Context,
  _identity: unknown,
  { channelId, keepMuted, policy, realmId, topic, userIds }: z.output<typeof contract.input>,
): Promise<z.output<typeof contract.output>> {
  const key = topicKey(topic);
  return changeLocked(ctx, { realmId, usersVersion: 1 }, async (change) => {
    if (change.channels.channels.get(channelId)?.isArchived !== false)
      return { changedUserIds: [] };
    const known = await listPolicies(change.tx, realmId, { channelId, key });
    const policies = new Map(known.map((row) => [row.userId, row.policy]));
    const wanted = [...new Set(userIds)]
      .filter((userId) => change.users.users.get(userId)?.isActive === true)
      .map((userId) => ({ userId, before: policies.get(userId) ?? 0 }))
      .filter(({ before }) => before < policy && !(keepMuted && before === muted))
      .map((user) => ({ ...user, channelId, key, topic, policy }));
    const changed = await setPolicies(change, wanted);
    return { changedUserIds: changed.map(({ userId }) => userId) };
  });
}
