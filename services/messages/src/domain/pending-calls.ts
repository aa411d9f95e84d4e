// See docs/subsystems/messages.md.
import type { moveTopicPreferences, setTopicVisibilityFor } from "@team-chat/contract";
import { FollowUp, isRefusedForGood } from "@team-chat/outbox";
import type { Database, Transaction } from "@team-chat/pg";
import type { z } from "zod";

import {
  deletePendingCall,
  type PendingCallRow,
  insertPendingCall,
  listPendingCalls,
  listRealmsWithPendingCalls,
} from "../queries/peers/pending-calls.ts";

/** A call of another service that may be left for later; doing it twice does no harm. */
export type PendingCall =
  | {
      readonly operation: "setTopicVisibilityFor";
      readonly input: z.input<typeof setTopicVisibilityFor.input>;
    }
  | {
      readonly operation: "moveTopicPreferences";
      readonly input: z.input<typeof moveTopicPreferences.input>;
    };

export interface PendingCallsOptions {
  readonly db: Database;
  /** Calls the other service; rejects when it did not do it. */
  readonly run: (call: PendingCall) => Promise<unknown>;
  /** Called for failures after which the call is made again, or given up. */
  readonly onError: (error: unknown) => void;
}

/**
 * Retry queue of calls of other services that must follow a transaction: noted in it, made after it in the order in
 * which they were noted, and made again until they are answered, also by another process.
 */
export class PendingCalls implements AsyncDisposable {
  readonly #options: PendingCallsOptions;
  readonly #followUp: FollowUp;

  constructor(options: PendingCallsOptions) {
    this.#options = options;
    this.#followUp = new FollowUp({
      listRealms: () => listRealmsWithPendingCalls(options.db),
      run: (realmId) => this.#runAll(realmId),
      onError: options.onError,
    });
  }

  /** Notes it in the transaction; to be followed by `settle` when that has committed. */
  note(tx: Transaction, call: PendingCall): Promise<void> {
    const { operation, input } = call;
    return insertPendingCall(tx, { realmId: input.realmId, operation, input });
  }

  /** Runs what is noted for the realm. Resolves also when that failed: it is tried again. */
  settle(realmId: number): Promise<void> {
    return this.#followUp.settle(realmId);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#followUp[Symbol.asyncDispose]();
  }

  async #runAll(realmId: number): Promise<void> {
    for (;;) {
      const rows = await listPendingCalls(this.#options.db, realmId);
      if (rows.length === 0) return;
      for (const row of rows) await this.#run(row);
    }
  }

  /** Makes the call, and forgets it when it is refused for good, so that it does not keep back those noted after it. */
  async #run(row: PendingCallRow): Promise<void> {
    const { db, onError, run } = this.#options;
    try {
      await run({ operation: row.operation, input: row.input } as PendingCall);
    } catch (error) {
      if (!isRefusedForGood(error)) throw error;
      onError(error);
    }
    await deletePendingCall(db, row);
  }
}
