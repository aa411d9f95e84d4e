import { AppError } from "@team-chat/errors";

import { type Account, listBotsOf, updateAccount } from "../../queries/accounts/accounts.ts";
import { isErased } from "../../queries/accounts/erasures.ts";
import { deleteNamedKeys } from "../../queries/authentication/named-keys.ts";
import { deleteSessions } from "../../queries/authentication/sessions.ts";
import { listGroupIdsOf, stampGroups } from "../../queries/groups/groups.ts";
import { deleteInvitationsBy } from "../../queries/invitations/invitations.ts";
import type { Change } from "../change.ts";
import { emitBotUpdated } from "../events/emit-bot.ts";
import { emitPermissionsNaming } from "../events/emit-permissions-naming.ts";
import { emitUserUpdated } from "../events/emit-user.ts";
import { emitMembers } from "../groups/memberships.ts";
import { emitInvitesChanged } from "../invitations/change-invites.ts";
import { countAccountsAfter } from "./count-accounts.ts";

/**
 * Deactivates or reactivates one account; it leaves or comes back to its groups in everybody's eyes, and its sessions
 * and its further keys end. @throws BAD_REQUEST when there are too many to come back, or the person was erased
 */
export async function setActivity(change: Change, user: Account, isActive: boolean): Promise<void> {
  const { tx, realmId, versions } = change;
  const { userId } = user;
  if (isActive && (await isErased(tx, { realmId, userId })))
    throw new AppError("BAD_REQUEST", "This person was erased.");
  await updateAccount(tx, { realmId, userId }, { change: { isActive }, versions });
  await countAccountsAfter(change, { came: isActive ? user : null });
  const groupIds = await listGroupIdsOf(tx, realmId, userId);
  const deactivatedIds = await stampGroups(tx, { realmId, groupIds, version: versions.version });
  if (!isActive) await deleteSessions(tx, { realmId, userId }, null);
  await deleteNamedKeys(tx, { realmId, userId });
  if (!isActive) emitMembers(change, { op: "remove_members", userId, groupIds, deactivatedIds });
  emitUserUpdated(change, user, { is_active: isActive });
  if (isActive) emitMembers(change, { op: "add_members", userId, groupIds, deactivatedIds });
  await emitPermissionsNaming(change, userId, isActive);
  if (user.isBot) await emitBotUpdated(change, user, { is_active: isActive });
}

/** Deactivates an account and the bots that it owns; nobody can accept its invitations any more. */
export async function deactivateWithBots(change: Change, user: Account): Promise<void> {
  for (const bot of await listBotsOf(change.tx, change.realmId, user.userId))
    if (bot.isActive) await setActivity(change, bot, false);
  await setActivity(change, user, false);
  if (await deleteInvitationsBy(change.tx, change.realmId, user.userId))
    await emitInvitesChanged(change, []);
}
