import { type DomainEvent, encodeAudience } from "@team-chat/contract";

import {
  type ChangedPolicy,
  upsertPolicies,
  type WantedPolicy,
} from "../../queries/topic-policies.ts";
import { bumpVersion } from "../../queries/versions.ts";
import type { LockedRealm } from "../realm-change.ts";
import { emitMutedTopics } from "./emit-muted-topics.ts";

/** `visibility_policy` of a muted topic. */
const muted = 1;

/**
 * Sets preferences of several users and tells each; those whose muted topics change hear of these as well, in the older
 * form. Three statements for any number of users. Returns what was not so already.
 */
export async function setPolicies(
  change: Pick<LockedRealm, "channels" | "emit" | "realmId" | "tx" | "users">,
  wanted: readonly (WantedPolicy & { readonly before: number })[],
): Promise<readonly ChangedPolicy[]> {
  const { channels, emit, realmId, tx } = change;
  const changing = wanted.filter(({ before, policy }) => before !== policy);
  if (changing.length === 0) return [];
  const version = await bumpVersion(tx, realmId);
  const changed = await upsertPolicies(tx, { realmId, version }, changing);
  const affected = changing.filter(({ before, policy }) => before === muted || policy === muted);
  const userIds = [...new Set(affected.map(({ userId }) => userId))];
  const channelOf = (id: number) => channels.channels.get(id);
  await emitMutedTopics(change, userIds, { directories: change, channelOf });
  for (const event of policyEvents(changed)) emit(event);
  return changed;
}

/** Writes one event for all users with the same changes; what is taken back comes before what is given. */
export function policyEvents(changed: readonly ChangedPolicy[]): DomainEvent[] {
  const inOrder = changed.toSorted((a, b) => Number(a.policy > 0) - Number(b.policy > 0));
  const groups = Map.groupBy(inOrder, (row) => JSON.stringify({ ...row, userId: null }));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const event = {
      type: "user_topic",
      stream_id: first.channelId,
      topic_name: first.topic,
      last_updated: first.lastUpdated,
      visibility_policy: first.policy,
    };
    return [{ audience: encodeAudience(group.map(({ userId }) => userId)), event }];
  });
}
