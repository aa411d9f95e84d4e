import type { InputOf, resendInvite as contract } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { unknownInvitation } from "../../policies/invitations/invitations.ts";
import { letterHead } from "../../present/letter-head.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { changeRealm } from "../../workflows/change-realm.ts";
import { accessInvitation } from "../../workflows/invitations/access-invitation.ts";
import { mailInvitation } from "../../workflows/invitations/change-invites.ts";

/** Sends an invitation to its address once more. */
export async function resendInvite(
  ctx: Context,
  caller: Caller,
  { invite_id: id }: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  const realmId = caller.realm.id;
  await changeRealm(ctx, caller.realm, async ({ tx }) => {
    const { email, token, invitedBy } = await accessInvitation(tx, caller, { id, isLink: false });
    if (email === null) throw unknownInvitation();
    const { fullName: inviter } = await loadAccount(tx, realmId, invitedBy);
    const head = letterHead(ctx.sites, await loadRealm(tx, realmId), null);
    await mailInvitation({ tx, realmId }, { email, token, inviter, head });
  });
  return {};
}
