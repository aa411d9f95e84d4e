import type { Emit } from "@team-chat/outbox";
import type { Transaction } from "@team-chat/pg";

import { presentStatusChange } from "../../present/user-status.ts";
import type { AccountRef } from "../../queries/accounts/account-lock.ts";
import { type StatusChange, upsertStatus } from "../../queries/presence/user-statuses.ts";
import type { GuestVisibilities } from "../../values/visibility.ts";
import { everybodySeeing } from "../events/everybody-seeing.ts";

interface Open {
  readonly tx: Transaction;
  readonly emit: Emit;
  readonly visibilities: GuestVisibilities;
}

/**
 * Sets a user's status and tells everybody who sees the user, also when it was the same before
 * (docs/behaviour/presence.md#status).
 */
export async function setStatus(
  { tx, emit, visibilities }: Open,
  user: AccountRef & { readonly isBot: boolean },
  change: StatusChange,
): Promise<void> {
  await upsertStatus(tx, user, change);
  emit({
    audience: everybodySeeing(visibilities, user),
    event: { type: "user_status", user_id: user.userId, ...presentStatusChange(change) },
  });
}
