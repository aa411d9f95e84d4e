import type { ChannelRecord } from "@team-chat/contract";

/** Facts about a channel's messages that clients were last told. */
type AnnouncedFacts = Pick<ChannelRecord, "firstMessageId" | "isRecentlyActive">;

/** Tells whether clients may have to be told different facts of a channel that has gained these messages. */
export function isOutdatedByGain(
  announced: AnnouncedFacts,
  messageIds: readonly number[],
): boolean {
  const { firstMessageId: first, isRecentlyActive } = announced;
  return first === null || !isRecentlyActive || messageIds.some((id) => id < first);
}

/** Tells whether clients may have to be told different facts of a channel that has lost these messages. */
export function isOutdatedByLoss(
  { firstMessageId: first }: AnnouncedFacts,
  messageIds: readonly number[],
): boolean {
  return first !== null && messageIds.includes(first);
}
