import { postNotice } from "@team-chat/contract";
import { FollowUp, isRefusedForGood } from "@team-chat/outbox";
import type { Database } from "@team-chat/pg";
import type { ServiceClient } from "@team-chat/rpc";
import { failureLog, type Logger } from "@team-chat/telemetry";

import {
  deleteNotices,
  listNotices,
  listRealmsWithNotices,
  type NoticeRow,
} from "../queries/notices.ts";

interface PosterOptions {
  readonly db: Database;
  readonly messages: ServiceClient;
  readonly log: Logger;
  /** Between two looks for what others left. */
  readonly lookEveryMs: number;
}

const self = { kind: "service", name: "channels" } as const;

/** Says what transactions noted, until messages has it. */
export type NoticePoster = FollowUp<NoticeRow>;

/**
 * Says what was noted, for each channel and for people in the order of a realm's changes. A notice is deleted once
 * messages has it; its key keeps messages from having it twice, when a process dies between the two or several say the
 * same.
 */
export function openNoticePoster(options: PosterOptions): NoticePoster {
  const { db, log, lookEveryMs } = options;
  return new FollowUp({
    listRealms: () => listRealmsWithNotices(db),
    list: (realmId) => listNotices(db, realmId),
    run: (realmId, notices) => sayTogether(options, realmId, notices),
    onError: failureLog(log, "looking for unsaid notices failed and is tried again"),
    lookEveryMs,
  });
}

/**
 * Says them at once, so that messages writes them in one transaction, but those for one channel one after the other,
 * and those for people too: readers see them in the order of what they are about.
 * @throws the first failure, after all others have been said
 */
async function sayTogether(
  options: PosterOptions,
  realmId: number,
  notices: readonly NoticeRow[],
): Promise<void> {
  const said: number[] = [];
  const queues = Map.groupBy(notices, ({ to }) => (to.kind === "users" ? null : to.channelId));
  const outcomes = await Promise.allSettled(
    [...queues.values()].map(async (queue) => {
      for (const notice of queue) {
        await say(options, realmId, notice);
        said.push(notice.id);
      }
    }),
  );
  await deleteNotices(options.db, { realmId, ids: said });
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
}

/**
 * Counts a notice as posted also when messages refuses it for good, so that it does not keep back those noted after it.
 */
async function say(
  { log, messages }: PosterOptions,
  realmId: number,
  { content, id, readBy, to }: NoticeRow,
): Promise<void> {
  const notice = { realmId, to, content, readBy, key: `channels:${id}` };
  try {
    await messages.call(postNotice, self, notice, { realmId });
  } catch (error) {
    if (!isRefusedForGood(error)) throw error;
    log.error({ err: error, realmId, noticeId: id }, "a notice was refused and is not said");
  }
}
