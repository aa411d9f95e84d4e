import type { Emit } from "@team-chat/outbox";
import type { Transaction } from "@team-chat/pg";

import { presentStatusChange } from "../present/user-status.ts";
import type { AccountRef } from "../queries/personal.ts";
import { type StatusChange, upsertStatus } from "../queries/user-statuses.ts";

interface Open {
  readonly tx: Transaction;
  readonly emit: Emit;
}

/** Sets a user's status and tells everybody, also when it was the same before (reference/behaviour.md §15.6). */
export async function setStatus(
  { tx, emit }: Open,
  user: AccountRef,
  change: StatusChange,
): Promise<void> {
  await upsertStatus(tx, user, change);
  emit({
    audience: { to: "everyone" },
    event: { type: "user_status", user_id: user.userId, ...presentStatusChange(change) },
  });
}
