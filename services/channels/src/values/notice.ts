import type { NoticeTarget } from "@team-chat/contract";

/** Something the notification bot has to say. */
export interface Notice {
  readonly to: NoticeTarget;
  readonly content: string;
  /** Users who find it read. */
  readonly readBy: readonly number[];
}
