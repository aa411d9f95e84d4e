import type { InputOf, OutputOf, previewInvite as contract } from "@team-chat/contract";
import type { Anonymous } from "@team-chat/http";

import type { Context } from "../../context.ts";
import { checkedRealm, checkRealmOpen } from "../../policies/authentication/login.ts";
import { checkPasswordsEnabled } from "../../policies/authentication/methods.ts";
import { openInvitation } from "../../policies/invitations/invitations.ts";
import { realmIcon } from "../../present/avatar.ts";
import { seconds } from "../../present/invitation.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { findInvitationByToken } from "../../queries/invitations/invitations.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { completeSettings } from "../../values/realm-settings.ts";

/** Describes an invitation to whoever has its key. */
export async function previewInvite(
  ctx: Context,
  { realm: ref }: Anonymous,
  { key }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const { id, subdomain } = checkedRealm(ref);
  const realm = await loadRealm(ctx.db, id);
  checkRealmOpen(realm);
  checkPasswordsEnabled(completeSettings(realm.settings));
  const invitation = openInvitation(await findInvitationByToken(ctx.db, id, key));
  const inviter = await loadAccount(ctx.db, id, invitation.invitedBy);
  return {
    realm_name: realm.name,
    realm_icon: realmIcon(realm, ctx.sites.hostnameOf(subdomain)).icon_url,
    realm_url: ctx.sites.urlOf(realm),
    inviter_full_name: inviter.fullName,
    email: invitation.email,
    expiry_date: invitation.expiresAt === null ? null : seconds(invitation.expiresAt),
  };
}
