import type { InputOf, revokeInvite as contract } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { deleteInvitation } from "../../queries/invitations/invitations.ts";
import { changeRealm } from "../../workflows/change-realm.ts";
import { accessInvitation } from "../../workflows/invitations/access-invitation.ts";
import { emitInvitesChanged } from "../../workflows/invitations/change-invites.ts";

type Input = InputOf<typeof contract>;

/** Lets nobody accept an invitation by e-mail any more. */
export function revokeInvite(
  ctx: Context,
  caller: Caller,
  { invite_id: id }: Input,
): Promise<Record<string, never>> {
  return revoke(ctx, caller, { id, isLink: false });
}

/** Lets nobody use an invitation link any more. */
export function revokeInviteLink(
  ctx: Context,
  caller: Caller,
  { invite_id: id }: Input,
): Promise<Record<string, never>> {
  return revoke(ctx, caller, { id, isLink: true });
}

async function revoke(
  ctx: Context,
  caller: Caller,
  wanted: { readonly id: number; readonly isLink: boolean },
): Promise<Record<string, never>> {
  await changeRealm(ctx, caller.realm, async ({ tx, begin }) => {
    const invitation = await accessInvitation(tx, caller, wanted);
    const change = await begin({});
    await deleteInvitation(tx, caller.realm.id, invitation.id);
    await emitInvitesChanged(change, [invitation.invitedBy]);
  });
  return {};
}
