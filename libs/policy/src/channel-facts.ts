import type { ChannelRecord } from "@team-chat/contract";

/** Facts about a channel's messages that clients were last told. */
type ToldFacts = Pick<ChannelRecord, "firstMessageId" | "isRecentlyActive">;

/** Tells whether clients may have to be told different facts of a channel now that it has messages of these ids. */
export function isOutdatedByGain(told: ToldFacts, messageIds: readonly number[]): boolean {
  const { firstMessageId: first, isRecentlyActive } = told;
  return first === null || !isRecentlyActive || messageIds.some((id) => id < first);
}

/** Tells whether clients may have to be told different facts of a channel now that messages of these ids are gone. */
export function isOutdatedByLoss(
  { firstMessageId: first }: ToldFacts,
  messageIds: readonly number[],
): boolean {
  return first !== null && messageIds.includes(first);
}
