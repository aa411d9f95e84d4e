import { FollowUp } from "@team-chat/outbox";
import type { Database } from "@team-chat/pg";

import {
  deleteNotice,
  listNotices,
  listRealmsWithNotices,
  type NoticeRow,
} from "../../queries/groups/notices.ts";
import { type NoticeSettings, sendNotice } from "./send-notice.ts";

interface PosterOptions extends NoticeSettings {
  readonly db: Database;
  /** Called for every error from which the work recovers. */
  readonly onError: (error: unknown) => void;
}

/** Posts what transactions noted, until messages has it. */
export type NoticePoster = FollowUp<NoticeRow>;

/**
 * Posts the notices that transactions noted. Each is forgotten once messages has it; its key keeps messages from having
 * it twice, when a process dies between the two or several post the same.
 */
export function openNoticePoster(options: PosterOptions): NoticePoster {
  const { db, onError } = options;
  return new FollowUp({
    listRealms: () => listRealmsWithNotices(db),
    list: (realmId) => listNotices(db, realmId),
    run: async (realmId, notices) => {
      for (const { content, id, userIds } of notices) {
        const to = { kind: "users" as const, userIds };
        await sendNotice(options, { realmId, to, content, key: `users:${id}` });
        await deleteNotice(db, realmId, id);
      }
    },
    onError,
  });
}
