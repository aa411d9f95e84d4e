import { encodeAudience } from "@team-chat/contract";
import type { Transaction } from "@team-chat/pg";

import type { Context } from "../context.ts";
import { type AccountRef, lockAccount } from "../queries/accounts/account-lock.ts";

/** A transaction that changes what belongs to one user only. */
export interface OwnChange {
  readonly tx: Transaction;
  readonly own: AccountRef;
  /** Tells the user, in all queues. */
  readonly tell: (event: { readonly type: string; readonly [field: string]: unknown }) => void;
}

/**
 * Runs a transaction on what no other service and no other user knows of the caller; two of one caller run one after
 * the other.
 * @throws SERVICE_UNAVAILABLE when another process keeps the realm's lease
 */
export function changeOwn<T>(
  ctx: Context,
  caller: { readonly realm: { readonly id: number }; readonly userId: number },
  work: (change: OwnChange) => Promise<T>,
): Promise<T> {
  const own = { realmId: caller.realm.id, userId: caller.userId };
  return ctx.outbox.transaction(own.realmId, async (tx, emit) => {
    await lockAccount(tx, own);
    const audience = encodeAudience([own.userId]);
    return work({
      tx,
      own,
      tell: (event) => {
        emit({ audience, event });
      },
    });
  });
}
