import type { InputOf, sendInvites as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";
import type { Transaction } from "@team-chat/pg";
import { checkRoom } from "@team-chat/policy";

import type { Context } from "../../context.ts";
import { isEmailAddress } from "../../policies/accounts/names.ts";
import { newKey } from "../../policies/authentication/api-keys.ts";
import {
  type Failure,
  invitationFailed,
  inviteeAddresses,
} from "../../policies/invitations/invitations.ts";
import { checkAddressAllowed, type JoinRules } from "../../policies/organization/domains.ts";
import { letterHead } from "../../present/letter-head.ts";
import { findAccountByEmail } from "../../queries/accounts/accounts.ts";
import { countOfRealm } from "../../queries/accounts/counts.ts";
import { insertInvitations } from "../../queries/invitations/invitations.ts";
import { loadJoinRules } from "../../workflows/accounts/load-join-rules.ts";
import { changeRealm } from "../../workflows/change-realm.ts";
import { emitInvitesChanged, mailInvitation } from "../../workflows/invitations/change-invites.ts";
import {
  checkInvitedChannels,
  type InvitationFacts,
  loadInvitationFacts,
} from "../../workflows/invitations/plan-invitation.ts";

/** Invites people by e-mail; nobody when an address is wrong, all others when some are users already. */
export async function sendInvites(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  const realmId = caller.realm.id;
  await checkInvitedChannels(ctx, caller, input.stream_ids);
  const failures = await changeRealm(ctx, caller.realm, async ({ tx, begin }) => {
    const permission = "can_invite_users_group";
    const facts = await loadInvitationFacts(tx, caller, { wanted: input, permission });
    const addresses = inviteeAddresses(input.invitee_emails);
    const failed = await findFailures(tx, { realmId, facts, addresses });
    const isOnlyMembers = failed.every(([, , isMember]) => isMember);
    if (!isOnlyMembers || failed.length === addresses.length)
      throw invitationFailed(failed, { sent: false });
    const refused = new Set(failed.map(([address]) => address));
    const invited = addresses
      .filter((address) => !refused.has(address))
      .map((email) => ({ email, token: newKey() }));
    checkRoom("invitations", await countOfRealm(tx, realmId, "invitations"), invited.length);
    const common = {
      invitedBy: caller.userId,
      role: input.invite_as,
      channelIds: input.stream_ids,
      includeDefaults: input.include_realm_default_subscriptions,
      groupIds: input.group_ids,
      welcomeText: input.welcome_message_custom_text ?? null,
      notifyReferrer: input.notify_referrer_on_join,
      openForMinutes: input.invite_expires_in_minutes,
    };
    const change = await begin({});
    const rows = invited.map((one) => ({ ...common, ...one }));
    await insertInvitations(tx, realmId, rows);
    const head = letterHead(ctx.sites, facts.realm, null);
    for (const one of invited)
      await mailInvitation(change, { ...one, head, inviter: facts.inviter.fullName });
    await emitInvitesChanged(change, [caller.userId]);
    return failed;
  });
  if (failures.length > 0) throw invitationFailed(failures, { sent: true });
  return {};
}

interface Asked {
  readonly realmId: number;
  readonly facts: InvitationFacts;
  readonly addresses: readonly string[];
}

async function findFailures(
  tx: Transaction,
  { realmId, facts, addresses }: Asked,
): Promise<readonly Failure[]> {
  const rules = await loadJoinRules(tx, facts.realm, addresses);
  const failures: Failure[] = [];
  for (const address of addresses) {
    const reason = wrongAddress(address, rules);
    if (reason !== null) failures.push([address, reason, false]);
    else if ((await findAccountByEmail(tx, realmId, address)) !== null)
      failures.push([address, "Already has an account.", true]);
  }
  return failures;
}

function wrongAddress(address: string, rules: JoinRules): string | null {
  if (!isEmailAddress(address)) return "Invalid address.";
  try {
    checkAddressAllowed(address, rules);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}
