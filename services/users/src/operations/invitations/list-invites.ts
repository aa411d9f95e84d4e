import { type listInvites as contract, type OutputOf, roles } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { presentInvitation } from "../../present/invitation.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { listInvitations } from "../../queries/invitations/invitations.ts";

/** Open invitations: all for administrators, one's own for others. */
export async function listInvites(
  ctx: Context,
  caller: Caller,
): Promise<OutputOf<typeof contract>> {
  const { id: realmId, url } = caller.realm;
  const { role, userId } = await loadAccount(ctx.db, realmId, caller.userId);
  const own = role <= roles.administrator ? null : userId;
  const invitations = await listInvitations(ctx.db, realmId, own);
  return { invites: invitations.map((invitation) => presentInvitation(invitation, url)) };
}
