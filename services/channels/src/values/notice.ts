import type { NoticeTarget } from "@team-chat/contract";

/** Something the notification bot has to say. */
export interface Notice {
  readonly to: NoticeTarget;
  readonly content: string;
  /** Users for whom it is no news. */
  readonly readBy: readonly number[];
}
