import type { ChannelRecord } from "@team-chat/contract";

/** A channel with everything that is stored about it. */
export interface ChannelRow extends ChannelRecord {
  readonly description: string;
  readonly renderedDescription: string;
  /** UNIX seconds. */
  readonly createdAt: number;
  readonly isDefault: boolean;
  readonly folderId: number | null;
}
