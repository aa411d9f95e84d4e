import { FollowUp } from "@team-chat/outbox";
import type { Database } from "@team-chat/pg";

import { deleteNotice, listNotices, listRealmsWithNotices } from "../../queries/groups/notices.ts";
import { type NoticeSettings, sendNotice } from "./send-notice.ts";

interface PosterOptions extends NoticeSettings {
  readonly db: Database;
  /** Told of every failure that was survived. */
  readonly onError: (error: unknown) => void;
}

/**
 * Posts the notices that transactions noted. Each is forgotten once messages has it; its key keeps messages from having
 * it twice, when a process dies between the two or several post the same.
 */
export class NoticePoster implements AsyncDisposable {
  readonly #options: PosterOptions;
  readonly #followUp: FollowUp;

  constructor(options: PosterOptions) {
    this.#options = options;
    this.#followUp = new FollowUp({
      listRealms: () => listRealmsWithNotices(options.db),
      run: (realmId) => this.#postAll(realmId),
      onError: options.onError,
    });
  }

  /** Posts all that was committed before. Resolves also when that failed: it is tried again, by any process. */
  settle(realmId: number): Promise<void> {
    return this.#followUp.settle(realmId);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#followUp[Symbol.asyncDispose]();
  }

  async #postAll(realmId: number): Promise<void> {
    const { db } = this.#options;
    for (;;) {
      const notices = await listNotices(db, realmId);
      if (notices.length === 0) return;
      for (const { content, id, userIds } of notices) {
        const to = { kind: "users" as const, userIds };
        await sendNotice(this.#options, { realmId, to, content, key: `users:${id}` });
        await deleteNotice(db, realmId, id);
      }
    }
  }
}
