import { audienceTest, type DomainEvent, encodeAudience } from "@team-chat/contract";
import { z } from "zod";

import type { RealmState } from "../../domain/realm-directories.ts";
import { type Looking, presentMutedTopics } from "../../present/user-topics.ts";
import type { Forgetful } from "../../queries/subscriptions.ts";
import { listMuting, listTopicsOf } from "../../queries/topic-policies.ts";
import { MembershipsAfter, type UsersByChannel } from "../../values/memberships.ts";
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

const channelEvent = z.discriminatedUnion("op", [
  z.object({
    type: z.literal("stream"),
    op: z.literal("create"),
    streams: z.array(z.object({ stream_id: z.int() })),
  }),
  z.object({ type: z.literal("stream"), op: z.literal("delete"), stream_ids: z.array(z.int()) }),
  z.object({
    type: z.literal("stream"),
    op: z.literal("update"),
    stream_id: z.int(),
    property: z.literal("is_archived"),
    value: z.boolean(),
  }),
]);

export interface Moved extends Shown {
  /** Users to whom the channels appear as never subscribed to; null when they vanish. */
  readonly forgetful: Forgetful | null;
}

/** Reads from the event which channels appear or vanish for whom; null for other events. */
export function movedBy({ audience, event }: DomainEvent): Moved | null {
  const { data } = channelEvent.safeParse(event);
  if (data === undefined) return null;
  const concerns = audienceTest(audience);
  switch (data.op) {
    case "create": {
      const channelIds = data.streams.map((one) => one.stream_id);
      return { channelIds, concerns, forgetful: "all" };
    }
    case "delete":
      return { channelIds: data.stream_ids, concerns, forgetful: null };
    case "update":
      return { channelIds: [data.stream_id], concerns, forgetful: data.value ? null : "older" };
  }
}

/** Derives what everybody sees once users have joined or left channels. */
export function afterMoves(
  { users, channels }: RealmState,
  moves: { readonly added?: UsersByChannel; readonly removed?: UsersByChannel },
): After {
  return {
    directories: { users, channels: new MembershipsAfter(channels, moves) },
    channelOf: (id) => channels.channels.get(id),
  };
}
