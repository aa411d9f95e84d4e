import type { ChannelRecord } from "@team-chat/contract";

/** What clients were told last of a channel's messages. */
type ToldFacts = Pick<ChannelRecord, "firstMessageId" | "isRecentlyActive">;

/** Whether something else may have to be told of a channel in which there are messages of these ids by now. */
export function isOutdatedByGain(told: ToldFacts, messageIds: readonly number[]): boolean {
  const { firstMessageId: first, isRecentlyActive } = told;
  return first === null || !isRecentlyActive || messageIds.some((id) => id < first);
}

/** The same where messages of these ids are no more. */
export function isOutdatedByLoss(
  { firstMessageId: first }: ToldFacts,
  messageIds: readonly number[],
): boolean {
  return first !== null && messageIds.includes(first);
}
