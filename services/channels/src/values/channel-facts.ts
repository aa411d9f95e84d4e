import type { getChannelFacts } from "@team-chat/contract";
import type { z } from "zod";

import type { ChannelRow } from "./channel-row.ts";

const daySeconds = 86_400;
/** A channel whose messages are all older is not active (docs/behaviour/channels.md#activity-of-a-channel). */
const activeDays = 180;
/** Messages are counted over as many days at most (docs/behaviour/channels.md#activity-of-a-channel). */
export const trafficDays = 28;
const minTrafficDays = 7;

/** Facts about the messages of a channel that has some. */
export type MessageFacts = z.output<typeof getChannelFacts.output>["channels"][number];

/** Facts about a channel's messages that clients are told. */
export type ChannelFacts = Pick<
  ChannelRow,
  "firstMessageId" | "isRecentlyActive" | "weeklyTraffic"
>;

/**
 * Returns a channel's facts at a time in UNIX seconds. A new channel counts as active. Its traffic stays when nothing
 * was counted.
 * @param said null when the channel has no messages
 */
export function factsOf(
  channel: ChannelRow,
  said: Pick<MessageFacts, "firstMessageId" | "newestSentAt"> | null,
  { count, now }: { readonly now: number; readonly count: number | null },
): ChannelFacts {
  const newest = Math.max(said?.newestSentAt ?? 0, channel.createdAt);
  return {
    firstMessageId: said?.firstMessageId ?? null,
    isRecentlyActive: newest > now - activeDays * daySeconds,
    weeklyTraffic:
      count === null ? channel.weeklyTraffic : weeklyTraffic(count, now - channel.createdAt),
  };
}

/**
 * Returns messages per week, rounded to two significant digits and at least 1 if there were any
 * (docs/behaviour/channels.md#activity-of-a-channel).
 * @param count messages of the last 28 days
 * @param age of the channel in seconds
 * @returns null for channels younger than seven days
 */
export function weeklyTraffic(count: number, age: number): number | null {
  const days = Math.floor(age / daySeconds);
  if (days < minTrafficDays) return null;
  const average = Math.floor((count * 7) / Math.min(days, trafficDays));
  if (average === 0) return count > 0 ? 1 : 0;
  const unit = 10 ** Math.max(0, String(average).length - 2);
  return Math.round(average / unit) * unit;
}

/** Tells whether two are equal. */
export function sameFacts(a: ChannelFacts, b: ChannelFacts): boolean {
  return (
    a.firstMessageId === b.firstMessageId &&
    a.isRecentlyActive === b.isRecentlyActive &&
    a.weeklyTraffic === b.weeklyTraffic
  );
}
