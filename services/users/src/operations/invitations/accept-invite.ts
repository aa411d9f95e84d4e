import {
  type acceptInvite as contract,
  type InputOf,
  type OutputOf,
  userSettings,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Anonymous } from "@team-chat/http";
import type { RealmRef } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkedFullName, isEmailAddress } from "../../policies/accounts/names.ts";
import { checkedRealm, checkRealmOpen } from "../../policies/authentication/login.ts";
import { checkPasswordsEnabled } from "../../policies/authentication/methods.ts";
import { hashPassword, isStrongPassword } from "../../policies/authentication/passwords.ts";
import { openInvitation } from "../../policies/invitations/invitations.ts";
import { checkAddressAllowed } from "../../policies/organization/domains.ts";
import { newPersonSettings } from "../../policies/settings/own-settings.ts";
import type { Account, NewAccount } from "../../queries/accounts/accounts.ts";
import { insertUnprovenAddress } from "../../queries/accounts/unproven-addresses.ts";
import { loadApiKey } from "../../queries/authentication/credentials.ts";
import { findInvitationByToken, type Invitation } from "../../queries/invitations/invitations.ts";
import { loadRealm, type RealmRow } from "../../queries/organization/realms.ts";
import { completeSettings } from "../../values/realm-settings.ts";
import { addAccount } from "../../workflows/accounts/add-account.ts";
import { checkNameFree } from "../../workflows/accounts/check-name-free.ts";
import { loadJoinRules } from "../../workflows/accounts/load-join-rules.ts";
import { changeRealm } from "../../workflows/change-realm.ts";
import { subscribeInvited, useInvitation } from "../../workflows/invitations/use-invitation.ts";

type Input = InputOf<typeof contract>;

/** Creates the account that an invitation offers, with its role, groups and channels. */
export async function acceptInvite(
  ctx: Context,
  { realm: ref, client }: Anonymous,
  input: Input,
): Promise<OutputOf<typeof contract>> {
  const site = checkedRealm(ref);
  checkOpenToPasswords(await loadRealm(ctx.db, site.id));
  // Hashing is costly and anybody may ask, so the key is looked at before it; what holds is decided in the transaction.
  openInvitation(await findInvitationByToken(ctx.db, site.id, input.key));
  const passwordHash = await checkedPassword(input.password);
  const { user, invitation } = await join(ctx, site, { input, passwordHash });
  await subscribeInvited(ctx, { client, invitation, newUserId: user.userId, realm: site });
  await ctx.greeter.settle(site.id);
  const api_key = await loadApiKey(ctx.db, { realmId: site.id, userId: user.userId });
  return { api_key, email: user.deliveryEmail, user_id: user.userId };
}

/** Whoever must sign in elsewhere cannot come in by a password. */
function checkOpenToPasswords(realm: RealmRow): void {
  checkRealmOpen(realm);
  checkPasswordsEnabled(completeSettings(realm.settings));
}

async function checkedPassword(password: string): Promise<string> {
  if (!isStrongPassword(password)) throw new AppError("BAD_REQUEST", "The password is too weak.");
  return hashPassword(password);
}

interface Joining {
  readonly input: Input;
  readonly passwordHash: string;
}

function join(
  ctx: Context,
  site: RealmRef,
  { input, passwordHash }: Joining,
): Promise<{ user: Account; invitation: Invitation }> {
  const realmId = site.id;
  return changeRealm(ctx, site, async ({ tx, begin }) => {
    const invitation = openInvitation(await findInvitationByToken(tx, realmId, input.key));
    const fullName = checkedFullName(input.full_name);
    await checkNameFree(tx, realmId, { userId: null, fullName });
    const realm = await loadRealm(tx, realmId);
    checkOpenToPasswords(realm);
    const email = addressOf(invitation, input);
    checkAddressAllowed(email, await loadJoinRules(tx, realm, [email]));
    const change = await begin({ auth: true });
    const account = newAccount({
      email,
      fullName,
      invitation,
      defaults: newPersonSettings(realm),
    });
    const { welcomeText } = invitation;
    const user = await addAccount(change, { account, passwordHash, webhook: null, welcomeText });
    if (user === null) throw new AppError("BAD_REQUEST", "Email is already in use.");
    // Whoever was invited by e-mail has read it; a link says nothing of who follows it.
    if (invitation.email === null)
      await insertUnprovenAddress(tx, { realmId, userId: user.userId });
    await useInvitation(change, { invitation, user, realm, url: site.url });
    return { user, invitation };
  });
}

/** Returns the address of the new account; somebody who was invited by address joins with that address. */
function addressOf({ email: invited }: Invitation, { email }: Input): string {
  const address = invited ?? email?.trim() ?? "";
  if (!isEmailAddress(address)) throw new AppError("BAD_REQUEST", "Invalid address.");
  if (invited !== null && email !== undefined && email.trim() !== invited)
    throw new AppError("BAD_REQUEST", "The invitation is for another address.");
  return address;
}

interface PersonJoining {
  readonly email: string;
  readonly fullName: string;
  readonly invitation: Invitation;
  readonly defaults: Readonly<Record<string, unknown>>;
}

function newAccount({ email, fullName, invitation, defaults }: PersonJoining): NewAccount {
  return {
    deliveryEmail: email,
    emailVisibility: userSettings.parse(defaults).email_address_visibility,
    fullName,
    role: invitation.role,
    isBot: false,
    botType: null,
    botOwnerId: null,
    settings: defaults,
    joinsDefaultChannels: invitation.includeDefaults,
  };
}
