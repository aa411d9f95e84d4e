// See docs/subsystems/users.md, "The Welcome Bot".
import { postNotice } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { ServicePool } from "@team-chat/http";
import type { Database } from "@team-chat/pg";
import type { z } from "zod";

import { completeSettings } from "../present/realm-values.ts";
import { deleteNewcomers, listNewcomers, listRealmsWithNewcomers } from "../queries/newcomers.ts";
import { loadRealm } from "../queries/realms.ts";
import { greeting } from "./greeting.ts";

const lookEveryMs = 1000;

interface GreeterOptions {
  readonly db: Database;
  readonly messages: ServicePool;
  /** Told of every failure that was survived. */
  readonly onError: (error: unknown) => void;
}

/**
 * Greets the people whom transactions noted as newcomers. They are forgotten once messages has all that is said to them; the keys keep messages from having
 * it twice, when a process dies between the two or several greet the same.
 */
export class Greeter implements AsyncDisposable {
  readonly #options: GreeterOptions;
  readonly #timer: NodeJS.Timeout;
  /** Organizations whose newcomers are being greeted. */
  readonly #running = new Map<number, Promise<void>>();
  #looking: Promise<void> | undefined;

  constructor(options: GreeterOptions) {
    this.#options = options;
    this.#timer = setInterval(() => {
      this.#looking ??= this.#look()
        .catch(options.onError)
        .finally(() => {
          this.#looking = undefined;
        });
    }, lookEveryMs);
  }

  /** Greets all whose accounts were committed before. Resolves also when that failed: it is tried again, by any process. */
  async greet(realmId: number): Promise<void> {
    // What is under way may have begun before ours was committed.
    await this.#running.get(realmId);
    await (this.#running.get(realmId) ?? this.#start(realmId));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
    await Promise.all(this.#running.values());
  }

  async #look(): Promise<void> {
    for (const realmId of await listRealmsWithNewcomers(this.#options.db))
      if (!this.#running.has(realmId)) await this.#start(realmId);
  }

  #start(realmId: number): Promise<void> {
    const run = this.#run(realmId)
      .catch(this.#options.onError)
      .finally(() => this.#running.delete(realmId));
    this.#running.set(realmId, run);
    return run;
  }

  async #run(realmId: number): Promise<void> {
    const { db } = this.#options;
    for (;;) {
      const newcomers = await listNewcomers(db, realmId);
      if (newcomers.length === 0) return;
      const realm = await loadRealm(db, realmId);
      const settings = completeSettings(realm.settings);
      for (const notice of greeting({ ...realm, settings }, newcomers)) await this.#say(notice);
      await deleteNewcomers(db, realmId, newcomers);
    }
  }

  /** What messages refuses for good is left out; it throws what may succeed later. */
  async #say(notice: z.input<typeof postNotice.input>): Promise<void> {
    const { messages, onError } = this.#options;
    try {
      await messages.call(postNotice, self, notice, { realmId: notice.realmId });
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      onError(error);
    }
  }
}

const self = { kind: "service", name: "users" } as const;
