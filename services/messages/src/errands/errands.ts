// See docs/subsystems/messages.md.
import type { moveTopicPreferences, setTopicVisibilityFor } from "@team-chat/contract";
import type { Database, Transaction } from "@team-chat/pg";
import type { z } from "zod";

import { deleteErrand, type ErrandRow, insertErrand, listErrands } from "../queries/errands.ts";

/** What may be left to be done elsewhere; doing one twice does no harm. */
export type Errand =
  | {
      readonly operation: "setTopicVisibilityFor";
      readonly input: z.input<typeof setTopicVisibilityFor.input>;
    }
  | {
      readonly operation: "moveTopicPreferences";
      readonly input: z.input<typeof moveTopicPreferences.input>;
    };

export interface ErrandsOptions {
  readonly db: Database;
  /** Calls the other service; rejects when it did not do it. */
  readonly run: (errand: Errand) => Promise<unknown>;
  /** Told of every failure; the errand is tried again. */
  readonly onError: (error: unknown) => void;
}

const everyMs = 1000;

/**
 * Calls of other services that must follow a transaction: noted in it, made after it, and made again until they are answered, also by
 * another process.
 */
export class Errands implements AsyncDisposable {
  readonly #options: ErrandsOptions;
  readonly #timer: NodeJS.Timeout;
  /** Realms whose errands are being run. */
  readonly #running = new Map<number, Promise<void>>();
  #sweep: Promise<void> | undefined;

  constructor(options: ErrandsOptions) {
    this.#options = options;
    this.#timer = setInterval(() => {
      this.#sweep ??= this.#runAll()
        .catch(options.onError)
        .finally(() => {
          this.#sweep = undefined;
        });
    }, everyMs);
  }

  /** Notes it in the transaction; to be followed by `settle` when that has committed. */
  note(tx: Transaction, errand: Errand): Promise<void> {
    const { operation, input } = errand;
    return insertErrand(tx, { realmId: input.realmId, operation, input });
  }

  /** Runs what is noted for the realm. Resolves also when that failed: it is tried again. */
  async settle(realmId: number): Promise<void> {
    // What is being run may have been looked up before ours was noted.
    await this.#running.get(realmId);
    await (this.#running.get(realmId) ?? this.#start(realmId));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    await this.#sweep;
    await Promise.all(this.#running.values());
  }

  #start(realmId: number): Promise<void> {
    const run = this.#run(realmId)
      .catch(this.#options.onError)
      .finally(() => this.#running.delete(realmId));
    this.#running.set(realmId, run);
    return run;
  }

  async #run(realmId: number): Promise<void> {
    for (const row of await listErrands(this.#options.db, realmId)) await this.#do(row);
  }

  async #runAll(): Promise<void> {
    const rows = await listErrands(this.#options.db, null);
    for (const realmId of new Set(rows.map((row) => row.realmId)))
      if (!this.#running.has(realmId)) await this.#start(realmId);
  }

  async #do(row: ErrandRow): Promise<void> {
    await this.#options.run({ operation: row.operation, input: row.input } as Errand);
    await deleteErrand(this.#options.db, row);
  }
}
