import { postNotice } from "@team-chat/contract";
import type { ServicePool } from "@team-chat/http";
import { FollowUp, isRefusedForGood } from "@team-chat/outbox";
import type { Database } from "@team-chat/pg";
import type { Logger } from "@team-chat/telemetry";

import {
  deleteNotice,
  listNotices,
  listRealmsWithNotices,
  type NoticeRow,
} from "../queries/notices.ts";

interface PosterOptions {
  readonly db: Database;
  readonly messages: ServicePool;
  readonly log: Logger;
  /** Between two looks for what others left. */
  readonly lookEveryMs: number;
}

const self = { kind: "service", name: "channels" } as const;

/**
 * Says what was noted, in the order of a realm's changes. A notice is deleted once messages has it; its key keeps messages from having it twice, when a process
 * dies between the two or several say the same.
 */
export class NoticePoster implements AsyncDisposable {
  readonly #options: PosterOptions;
  readonly #followUp: FollowUp;

  constructor(options: PosterOptions) {
    this.#options = options;
    this.#followUp = new FollowUp({
      listRealms: () => listRealmsWithNotices(options.db),
      run: (realmId) => this.#sayAll(realmId),
      onError: (error) => {
        options.log.error({ err: error }, "survived");
      },
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
      for (const notice of notices) await this.#say(realmId, notice);
    }
  }

  /** What messages refuses for good is forgotten, so that it does not keep back what was noted after it. */
  async #say(realmId: number, { content, id, readBy, to }: NoticeRow): Promise<void> {
    const { db, log, messages } = this.#options;
    const notice = { realmId, to, content, readBy, key: `channels:${id}` };
    try {
      await messages.call(postNotice, self, notice, { realmId });
    } catch (error) {
      if (!isRefusedForGood(error)) throw error;
      log.error({ err: error, realmId, noticeId: id }, "notice refused");
    }
    await deleteNotice(db, { realmId, id });
  }
}
