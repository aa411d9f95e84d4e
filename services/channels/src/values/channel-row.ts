import type { ChannelRecord } from "@team-chat/contract";

/** A channel with everything that is stored about it. */
export interface ChannelRow extends ChannelRecord {
  readonly description: string;
  readonly renderedDescription: string;
  /** UNIX seconds. */
  readonly createdAt: number;
  readonly isDefault: boolean;
  readonly folderId: number | null;
  /** Of the oldest message, as clients were told last. */
  readonly firstMessageId: number | null;
  readonly isRecentlyActive: boolean;
  /** Messages per week as clients see it, rounded; null for channels that are too new. */
  readonly weeklyTraffic: number | null;
}
