import { encodeAudience } from "@team-chat/contract";

import { updateAccount } from "../../queries/accounts/accounts.ts";
import { deleteSessions } from "../../queries/authentication/sessions.ts";
import type { Change } from "../change.ts";

/**
 * Ends the user's sessions, but for the one that keeps: they are refused from the commit on. The change has raised the
 * version of what admits people.
 */
export async function endSessions(
  change: Change,
  userId: number,
  keptId: number | undefined,
): Promise<void> {
  const own = { realmId: change.realmId, userId };
  if (await deleteSessions(change.tx, own, keptId ?? null)) await shutOut(change, userId);
}

/**
 * Has every gateway forget whom the sessions of a user were, some of which have been deleted, and ends the user's
 * queues, in which somebody may be waiting with one of them.
 */
export async function shutOut(change: Change, userId: number): Promise<void> {
  const { realmId, tx, versions } = change;
  await updateAccount(tx, { realmId, userId }, { change: {}, versions });
  change.emit({
    audience: encodeAudience([]),
    event: { type: "sessions_ended", user_id: userId },
  });
}
