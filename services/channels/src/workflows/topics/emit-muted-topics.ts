import { encodeAudience } from "@team-chat/contract";

import { type Looking, presentMutedTopics } from "../../present/user-topics.ts";
import { listMuting, listTopicsOf } from "../../queries/topic-policies.ts";
import type { LockedRealm } from "../realm-change.ts";

/** State that users see once the change is done. */
export type After = Omit<Looking, "user">;

type Open = Pick<LockedRealm, "emit" | "realmId" | "tx">;

/** Tells each of the users all of their muted topics, in the older form. */
export async function emitMutedTopics(
  { emit, realmId, tx }: Open,
  userIds: readonly number[],
  after: After,
): Promise<void> {
  if (userIds.length === 0) return;
  const rows = await listTopicsOf(tx, realmId, userIds);
  const topics = Map.groupBy(rows, ({ userId }) => userId);
  for (const userId of userIds) {
    const user = after.directories.users.users.get(userId);
    const muted_topics = presentMutedTopics(topics.get(userId) ?? [], { ...after, user });
    emit({ audience: encodeAudience([userId]), event: { type: "muted_topics", muted_topics } });
  }
}

/** A channel that users see from now on, or no longer. */
export interface Shown {
  readonly channelIds: readonly number[];
  readonly concerns: (userId: number) => boolean;
}

/** Tells those who muted topics of channels that they see from now on, or no longer, which muted topics they see. */
export async function emitMutedTopicsIn(
  open: Open,
  shown: readonly Shown[],
  after: After,
): Promise<void> {
  const channelIds = new Set(shown.flatMap((one) => one.channelIds));
  if (channelIds.size === 0) return;
  const muting = await listMuting(open.tx, open.realmId, [...channelIds]);
  const concerned = muting.filter(({ channelId, userId }) =>
    shown.some((one) => one.channelIds.includes(channelId) && one.concerns(userId)),
  );
  await emitMutedTopics(open, [...new Set(concerned.map(({ userId }) => userId))], after);
}
