import type { moveTopicPreferences as contract } from "@team-chat/contract";
import { hasContentAccess } from "@team-chat/policy";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { movedPolicy } from "../../policies/moved-policy.ts";
import { topicKey } from "../../policies/topic.ts";
import { insertKey, listPolicies } from "../../queries/topic-policies.ts";
import type { LockedRealm } from "../../workflows/realm-change.ts";
import { changeLocked } from "../../workflows/realm/change-realm.ts";
import { setPolicies } from "../../workflows/topics/set-policies.ts";

type Input = z.output<typeof contract.input>;

/**
 * Carries preferences along with all messages of a topic, once for each key: they leave the old topic, and come to the
 * new one for those who may read there. Between spellings of one topic only the spelling changes.
 */
export async function moveTopicPreferences(
  ctx: Context,
  _identity: unknown,
  input: Input,
): Promise<z.output<typeof contract.output>> {
  const { from, key, realmId, to } = input;
  const isSame = from.channelId === to.channelId && topicKey(from.topic) === topicKey(to.topic);
  if (isSame) return {};
  await changeLocked(ctx, { realmId, usersVersion: 0 }, async (change) => {
    if (await insertKey(change.tx, realmId, key)) await carry(change, input);
  });
  return {};
}

async function carry(change: LockedRealm, { from, isMerge, realmId, to }: Input): Promise<void> {
  const [source, target] = [placeOf(from), placeOf(to)];
  const moved = await listPolicies(change.tx, realmId, source);
  const there = await listPolicies(change.tx, realmId, target);
  const thereOf = new Map(there.map(({ policy, userId }) => [userId, policy]));
  const movedOf = new Map(moved.map(({ policy, userId }) => [userId, policy]));
  const ids = [...new Set([...movedOf.keys(), ...thereOf.keys()])];
  const wanted = ids.flatMap((userId) => {
    const before = { source: movedOf.get(userId) ?? 0, target: thereOf.get(userId) ?? 0 };
    const policy = mayRead(change, userId, to.channelId)
      ? movedPolicy(before.source, { there: before.target, isMerge })
      : before.target;
    return [
      { ...source, topic: from.topic, userId, before: before.source, policy: 0 },
      { ...target, topic: to.topic, userId, before: before.target, policy },
    ];
  });
  await setPolicies(change, wanted);
}

function placeOf({ channelId, topic }: Input["from"]) {
  return { channelId, key: topicKey(topic) };
}

function mayRead(change: LockedRealm, userId: number, channelId: number): boolean {
  const user = change.users.users.get(userId);
  const channel = change.channels.channels.get(channelId);
  return user !== undefined && channel !== undefined && hasContentAccess(user, channel, change);
}
