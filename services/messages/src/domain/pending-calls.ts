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

/** Makes the calls that transactions noted. */
export type PendingCalls = FollowUp<PendingCallRow>;

/**
 * Opens the retry queue of calls of other services that must follow a transaction: noted in it, made after it in the
 * order in which they were noted, and made again until they are answered, also by another process.
 */
export function openPendingCalls({ db, onError, run }: PendingCallsOptions): PendingCalls {
  return new FollowUp({
    listRealms: () => listRealmsWithPendingCalls(db),
    list: (realmId) => listPendingCalls(db, realmId),
    run: async (_realmId, rows) => {
      for (const row of rows) {
        // What is refused for good is forgotten, so that it does not keep back what was noted after it.
        await run({ operation: row.operation, input: row.input } as PendingCall).catch((error) => {
          if (!isRefusedForGood(error)) throw error;
          onError(error);
        });
        await deletePendingCall(db, row);
      }
    },
    onError,
  });
}

/** Notes a call in the transaction; to be followed by `settle` when that has committed. */
export function notePendingCall(tx: Transaction, { input, operation }: PendingCall): Promise<void> {
  return insertPendingCall(tx, { realmId: input.realmId, operation, input });
}
