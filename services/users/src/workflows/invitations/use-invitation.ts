import { subscribe } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller, RealmRef } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { letterLanguage } from "../../present/letter-head.ts";
import { invitationAcceptedLetter } from "../../present/letters.ts";
import { type Account, loadAccount } from "../../queries/accounts/accounts.ts";
import { insertMail } from "../../queries/accounts/mail.ts";
import { insertMemberships } from "../../queries/groups/groups.ts";
import { deleteInvitationsTo, type Invitation } from "../../queries/invitations/invitations.ts";
import type { RealmRow } from "../../queries/organization/realms.ts";
import type { Change } from "../change.ts";
import { emitMembers } from "../groups/memberships.ts";
import { emitInvitesChanged } from "./change-invites.ts";
import { listInvitable } from "./plan-invitation.ts";

interface Used {
  readonly invitation: Invitation;
  readonly user: Account;
  readonly realm: RealmRow;
  /** Address of the organization. */
  readonly url: string;
}

/**
 * Gives a new account the groups that its invitation offers, ends every other invitation to its address, and writes to
 * the inviter who wants to know.
 */
export async function useInvitation(
  change: Change,
  { invitation, realm, url, user }: Used,
): Promise<void> {
  const { realmId, tx, versions } = change;
  const { groupIds } = invitation;
  const { userId } = user;
  const added = { realmId, userId, groupIds, version: versions.version };
  const deactivatedIds = await insertMemberships(tx, added);
  emitMembers(change, { op: "add_members", userId, groupIds, deactivatedIds });
  if (invitation.email !== null) {
    const inviterIds = await deleteInvitationsTo(tx, realmId, invitation.email);
    await emitInvitesChanged(change, inviterIds);
  }
  if (invitation.notifyReferrer) {
    const inviter = await loadAccount(tx, realmId, invitation.invitedBy);
    const head = { name: realm.name, url, language: letterLanguage(realm, inviter) };
    const letter = invitationAcceptedLetter(head, user.fullName);
    await insertMail(tx, realmId, { recipient: inviter.deliveryEmail, ...letter });
  }
}

interface Subscribing {
  readonly invitation: Invitation;
  readonly newUserId: number;
  readonly realm: RealmRef;
  /** Name of the client with which the person came. */
  readonly client: string;
}

/**
 * Subscribes a new user to the channels of the invitation, as the one who invited: what that person may not give by now
 * is left out, and does not undo the account.
 */
export async function subscribeInvited(
  ctx: Context,
  { client, invitation, newUserId, realm }: Subscribing,
): Promise<void> {
  const { channelIds, invitedBy: userId } = invitation;
  if (channelIds.length === 0) return;
  const hint = { realmId: realm.id };
  const { role } = await loadAccount(ctx.db, realm.id, userId);
  const known = await listInvitable(ctx, { ...hint, userId, channelIds });
  const subscriptions = known.filter(({ mayAdd }) => mayAdd).map(({ name }) => ({ name }));
  if (subscriptions.length === 0) return;
  const inviter: Caller = {
    kind: "user",
    realm,
    userId,
    role,
    isBot: false,
    client,
    usersVersion: 0,
  };
  try {
    const wanted = { subscriptions, principals: [newUserId] };
    await ctx.channels.request(subscribe, inviter, wanted, hint);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === "SERVICE_UNAVAILABLE") throw error;
  }
}
