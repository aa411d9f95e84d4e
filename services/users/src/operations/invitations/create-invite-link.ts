import type { createInviteLink as contract, InputOf, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";
import { checkRoom } from "@team-chat/policy";

import type { Context } from "../../context.ts";
import { newKey } from "../../policies/authentication/api-keys.ts";
import { invitationUrl } from "../../present/invitation.ts";
import { countOfRealm } from "../../queries/accounts/counts.ts";
import { insertInvitations } from "../../queries/invitations/invitations.ts";
import { changeRealm } from "../../workflows/change-realm.ts";
import { emitInvitesChanged } from "../../workflows/invitations/change-invites.ts";
import {
  checkInvitedChannels,
  loadInvitationFacts,
} from "../../workflows/invitations/plan-invitation.ts";

/** Makes a link that any number of people may use to join. */
export async function createInviteLink(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  await checkInvitedChannels(ctx, caller, input.stream_ids);
  const token = newKey();
  await changeRealm(ctx, caller.realm, async ({ tx, begin }) => {
    const permission = "create_multiuse_invite_group";
    await loadInvitationFacts(tx, caller, { wanted: input, permission });
    checkRoom("invitations", await countOfRealm(tx, caller.realm.id, "invitations"));
    const change = await begin({});
    const link = {
      email: null,
      token,
      invitedBy: caller.userId,
      role: input.invite_as,
      channelIds: input.stream_ids,
      includeDefaults: input.include_realm_default_subscriptions,
      groupIds: input.group_ids,
      welcomeText: input.welcome_message_custom_text ?? null,
      notifyReferrer: false,
      openForMinutes: input.invite_expires_in_minutes,
    };
    await insertInvitations(tx, caller.realm.id, [link]);
    await emitInvitesChanged(change, [caller.userId]);
  });
  return { invite_link: invitationUrl(caller.realm.url, token) };
}
