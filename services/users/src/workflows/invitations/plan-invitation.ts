import { listInvitableChannels, type RealmSettings } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";
import type { Transaction } from "@team-chat/pg";

import type { Context } from "../../context.ts";
import { holdsRealmPermission, insufficientPermission } from "../../policies/accounts/rights.ts";
import { checkAdministrator } from "../../policies/accounts/targets.ts";
import { checkMayInviteAs } from "../../policies/invitations/invitations.ts";
import { type Account, loadAccount } from "../../queries/accounts/accounts.ts";
import { loadRealm, type RealmRow } from "../../queries/organization/realms.ts";
import { completeSettings } from "../../values/realm-settings.ts";
import { loadGroupFacts } from "../groups/load-group-facts.ts";

interface Wanted {
  readonly invite_as: number;
  readonly stream_ids: readonly number[];
  readonly group_ids: readonly number[];
  readonly welcome_message_custom_text?: string | undefined;
}

/**
 * Checks that the caller may give the channels, which are another service's: those that the caller does not know of, or
 * may not subscribe others to, cannot be given.
 * @throws BAD_REQUEST
 */
export async function checkInvitedChannels(
  ctx: Context,
  { realm, userId }: Caller,
  channelIds: readonly number[],
): Promise<void> {
  if (channelIds.length === 0) return;
  const known = await listInvitable(ctx, { realmId: realm.id, userId, channelIds });
  for (const id of channelIds)
    if (!known.some((channel) => channel.id === id))
      throw new AppError("BAD_REQUEST", `Invalid channel ID ${id}. No invites were sent.`);
  if (!known.every(({ mayAdd }) => mayAdd)) {
    throw new AppError(
      "BAD_REQUEST",
      "You do not have permission to subscribe other users to channels.",
    );
  }
}

interface Inviting {
  readonly realmId: number;
  readonly userId: number;
  readonly channelIds: readonly number[];
}

/** Lists those of the channels that the user knows of, and whether the user may subscribe others to them. */
export async function listInvitable(ctx: Context, { channelIds, ...who }: Inviting) {
  const self = { kind: "service", name: "users" } as const;
  const asked = { ...who, channelIds: [...channelIds] };
  const hint = { realmId: who.realmId };
  return (await ctx.channels.call(listInvitableChannels, self, asked, hint)).channels;
}

/** An invitation's inviter, and the organization with its settings. */
export interface InvitationFacts {
  readonly inviter: Account;
  readonly realm: RealmRow;
  readonly settings: RealmSettings;
}

/** @throws BAD_REQUEST without the permission or with groups that cannot be given, UNAUTHORIZED_PRINCIPAL */
export async function loadInvitationFacts(
  tx: Transaction,
  caller: Caller,
  {
    wanted,
    permission,
  }: {
    readonly wanted: Wanted;
    readonly permission: "can_invite_users_group" | "create_multiuse_invite_group";
  },
): Promise<InvitationFacts> {
  const facts = await loadGroupFacts(tx, caller);
  if (!holdsRealmPermission(facts.actor, permission, facts.permissions))
    throw insufficientPermission();
  checkMayInviteAs(facts.actor, wanted.invite_as);
  if (wanted.welcome_message_custom_text !== undefined) checkAdministrator(facts.actor);
  for (const id of wanted.group_ids) {
    const group = facts.groups.get(id);
    if (group === undefined || group.isSystem || group.deactivated)
      throw new AppError("BAD_REQUEST", `Invalid user group ID: ${id}`);
  }
  const realm = await loadRealm(tx, caller.realm.id);
  return {
    inviter: await loadAccount(tx, caller.realm.id, caller.userId),
    realm,
    settings: completeSettings(realm.settings),
  };
}
