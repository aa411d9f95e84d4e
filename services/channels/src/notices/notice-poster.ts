import { postNotice } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { ServicePool } from "@team-chat/http";
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

/**
 * Says what was noted, in the order of a realm's changes. A notice is deleted once messages has it; its key keeps messages from having it twice, when a process
 * dies between the two or several say the same.
 */
export class NoticePoster implements AsyncDisposable {
  readonly #options: PosterOptions;
  readonly #timer: NodeJS.Timeout;
  /** Realms at work; true when there is more than what was seen. */
  readonly #working = new Map<number, boolean>();
  readonly #runs = new Set<Promise<void>>();
  #stopped = false;

  constructor(options: PosterOptions) {
    this.#options = options;
    this.#timer = setInterval(() => {
      this.#track(this.#look());
    }, options.lookEveryMs);
  }

  /** To be called when notices of a realm were committed. */
  nudge(realmId: number): void {
    if (this.#stopped) return;
    if (this.#working.has(realmId)) {
      this.#working.set(realmId, true);
      return;
    }
    this.#working.set(realmId, false);
    this.#track(this.#work(realmId));
  }

  /** Finishes the notices under way. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await Promise.all(this.#runs);
  }

  async #look(): Promise<void> {
    for (const realmId of await listRealmsWithNotices(this.#options.db)) this.nudge(realmId);
  }

  async #work(realmId: number): Promise<void> {
    try {
      let more = true;
      while (more && !this.#stopped) {
        this.#working.set(realmId, false);
        const notices = await listNotices(this.#options.db, realmId);
        for (const notice of notices) await this.#say(realmId, notice);
        more = notices.length > 0 || this.#working.get(realmId) === true;
      }
    } finally {
      this.#working.delete(realmId);
    }
  }

  /** What messages refuses for good is forgotten; what it cannot take now comes again at the next look. */
  async #say(realmId: number, { content, id, readBy, to }: NoticeRow): Promise<void> {
    const { db, log, messages } = this.#options;
    const self = { kind: "service", name: "channels" } as const;
    const notice = { realmId, to, content, readBy, key: `channels:${id}` };
    try {
      await messages.call(postNotice, self, notice, { realmId });
    } catch (error) {
      if (!(error instanceof AppError) || error.code === "SERVICE_UNAVAILABLE") throw error;
      log.error({ err: error, realmId, noticeId: id }, "notice refused");
    }
    await deleteNotice(db, { realmId, id });
  }

  #track(run: Promise<void>): void {
    const survived = run
      .catch((error: unknown) => {
        this.#options.log.error({ err: error }, "survived");
      })
      .finally(() => this.#runs.delete(survived));
    this.#runs.add(survived);
  }
}
