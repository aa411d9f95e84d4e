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

/**
 * Says what was noted, for each channel and for people in the order of a realm's changes. A notice is deleted once
 * messages has it; its key keeps messages from having it twice, when a process dies between the two or several say the
 * same.
 */
export class NoticePoster implements AsyncDisposable {
  readonly #options: PosterOptions;
  readonly #followUp: FollowUp;

  constructor(options: PosterOptions) {
    this.#options = options;
    this.#followUp = new FollowUp({
      listRealms: () => listRealmsWithNotices(options.db),
      run: (realmId) => this.#sayAll(realmId),
      onError: failureLog(options.log, "looking for unsaid notices failed and is tried again"),
      lookEveryMs: options.lookEveryMs,
    });
  }

  /** Says all that was committed before. Resolves also when that failed: it is tried again, by any process. */
  settle(realmId: number): Promise<void> {
    return this.#followUp.settle(realmId);
  }

  /** Finishes the notices under way. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.#followUp[Symbol.asyncDispose]();
  }

  async #sayAll(realmId: number): Promise<void> {
    for (;;) {
      const notices = await listNotices(this.#options.db, realmId);
      if (notices.length === 0) return;
      await this.#sayTogether(realmId, notices);
    }
  }

  /**
   * Says them at once, so that messages writes them in one transaction, but those for one channel one after the other,
   * and those for people too: readers see them in the order of what they are about.
   * @throws the first failure, after all others have been said
   */
  async #sayTogether(realmId: number, notices: readonly NoticeRow[]): Promise<void> {
    const said: number[] = [];
    const queues = Map.groupBy(notices, ({ to }) => (to.kind === "users" ? null : to.channelId));
    const outcomes = await Promise.allSettled(
      [...queues.values()].map(async (queue) => {
        for (const notice of queue) {
          await this.#say(realmId, notice);
          said.push(notice.id);
        }
      }),
    );
    await deleteNotices(this.#options.db, { realmId, ids: said });
    for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
  }

  /**
   * Counts a notice as posted also when messages refuses it for good, so that it does not keep back those noted after
   * it.
   */
  async #say(realmId: number, { content, id, readBy, to }: NoticeRow): Promise<void> {
    const { log, messages } = this.#options;
    const notice = { realmId, to, content, readBy, key: `channels:${id}` };
    try {
      await messages.call(postNotice, self, notice, { realmId });
    } catch (error) {
      if (!isRefusedForGood(error)) throw error;
      log.error({ err: error, realmId, noticeId: id }, "a notice was refused and is not said");
    }
  }
}
