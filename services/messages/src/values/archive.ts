import type { deletionReasons } from "@team-chat/contract";

/** Messages of the archive that somebody asks for: by exactly one of the ids. */
export interface Selection {
  readonly deletionId: number | null;
  readonly messageId: number | null;
  readonly channelId: number | null;
  /** Within the channel; null for all. */
  readonly topic: string | null;
}

/** The one place that messages of a selection were in. */
export interface ArchivedRecipient {
  readonly recipientId: number;
  /** Null for direct messages. */
  readonly channelId: number | null;
  /** Null for channels. */
  readonly participants: readonly number[] | null;
  /** Of the newest deletion. */
  readonly reason: (typeof deletionReasons)[number];
}
