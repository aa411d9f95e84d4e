import { roles, userSettings } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { RealmRef } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import type { ProviderClaims } from "../../domain/sign-in/openid-connect.ts";
import { checkedFullName } from "../../policies/accounts/names.ts";
import {
  checkAccountActive,
  checkRealmOpen,
  wrongCredentials,
} from "../../policies/authentication/login.ts";
import { verifiedEmail } from "../../policies/authentication/sign-ins.ts";
import { checkAddressAllowed } from "../../policies/organization/domains.ts";
import { realmRef } from "../../policies/organization/sites.ts";
import { newPersonSettings } from "../../policies/settings/own-settings.ts";
import { type Account, findAccountByEmail, loadAccount } from "../../queries/accounts/accounts.ts";
import { hasUnprovenAddress } from "../../queries/accounts/unproven-addresses.ts";
import {
  findExternalOwner,
  insertExternalIdentity,
} from "../../queries/authentication/external-identities.ts";
import { findInvitationTo, type Invitation } from "../../queries/invitations/invitations.ts";
import { loadRealm, type RealmRow } from "../../queries/organization/realms.ts";
import { mappedClaims, mappedRole } from "../../values/claim-mapping.ts";
import type { ProviderSettings } from "../../values/provider-settings.ts";
import { addAccount } from "../accounts/add-account.ts";
import { checkNameFree } from "../accounts/check-name-free.ts";
import { loadJoinRules } from "../accounts/load-join-rules.ts";
import { changeRealm } from "../change-realm.ts";
import { subscribeInvited, useInvitation } from "../invitations/use-invitation.ts";
import { applyClaims, type Steps } from "./apply-claims.ts";
import { handOver } from "./hand-over.ts";

/** Provider that vouches for people. */
type Voucher = Pick<ProviderSettings, "createsAccounts" | "issuer" | "mapping" | "trustsEmails">;

/** Somebody whom a provider vouches for. */
export interface Vouched {
  readonly provider: Voucher;
  readonly claims: ProviderClaims;
}

/**
 * Loads the active account of somebody whom a provider vouches for: the one that has signed in with that identity, or
 * the one with the address, or else a new one (docs/behaviour/single-sign-on.md#whose-account).
 * @throws REALM_DEACTIVATED, USER_DEACTIVATED, AUTHENTICATION_FAILED, BAD_REQUEST
 */
export async function loadExternalAccount(
  ctx: Context,
  realm: RealmRow,
  vouched: Vouched,
): Promise<Account> {
  checkRealmOpen(realm);
  const { claims, provider } = vouched;
  const identity = { issuer: provider.issuer, subject: claims.sub };
  const site = realmRef(realm, ctx.sites);
  const known = await findExternalOwner(ctx.db, realm.id, identity);
  if (known !== null && mappedClaims(provider.mapping).length === 0)
    return activeAccount(await loadAccount(ctx.db, realm.id, known));
  const { account, invitation } = await changeRealm(ctx, realm, async ({ begin, tx }) => {
    let begun: ReturnType<Steps["change"]> | undefined;
    const steps: Steps = { tx, log: ctx.log, change: () => (begun ??= begin({ auth: true })) };
    // Two sign-ins of one person may come at the same time.
    const linked = await findExternalOwner(tx, realm.id, identity);
    const { user, invitation: used } =
      linked === null
        ? await linkAccount(steps, { now: new Date(ctx.now()), site, vouched })
        : { user: activeAccount(await loadAccount(tx, realm.id, linked)), invitation: null };
    const { mapping } = provider;
    const telling = { realmId: realm.id, account: user, claims, mapping };
    return { account: await applyClaims(steps, telling), invitation: used };
  });
  if (invitation !== null)
    await subscribeInvited(ctx, {
      client: "website",
      invitation,
      newUserId: account.userId,
      realm: site,
    });
  await ctx.greeter.settle(realm.id);
  return account;
}

interface Linking {
  readonly site: RealmRef;
  readonly vouched: Vouched;
  readonly now: Date;
}

/** An account that an identity is given; a new one may have been invited. */
interface Linked {
  readonly user: Account;
  readonly invitation: Invitation | null;
}

/** Gives an identity the account with its address, or a new one. */
async function linkAccount(
  { change, tx }: Steps,
  { now, site, vouched }: Linking,
): Promise<Linked> {
  const { claims, provider } = vouched;
  const realmId = site.id;
  const email = verifiedEmail(claims, provider.trustsEmails);
  const found = await findAccountByEmail(tx, realmId, email);
  if (found?.isBot === true) throw wrongCredentials();
  const linked =
    found === null
      ? await createAccount({ change, tx }, { email, site, vouched })
      : { user: activeAccount(found), invitation: null };
  const { user } = linked;
  const own = { realmId, userId: user.userId };
  if (await hasUnprovenAddress(tx, own)) await handOver(await change(), user);
  await insertExternalIdentity(tx, own, {
    issuer: provider.issuer,
    subject: claims.sub,
    now,
  });
  return linked;
}

function activeAccount(account: Account): Account {
  checkAccountActive(account);
  return account;
}

interface NewPerson {
  readonly email: string;
  readonly site: RealmRef;
  readonly vouched: Vouched;
}

/** Creates an account with what an invitation to the address offers, if there is one. */
async function createAccount(
  { change, tx }: Pick<Steps, "change" | "tx">,
  { email, site, vouched: { claims, provider } }: NewPerson,
): Promise<Linked> {
  const realm = await loadRealm(tx, site.id);
  const invitation = await findInvitationTo(tx, site.id, email);
  if (!provider.createsAccounts && invitation === null)
    throw new AppError("AUTHENTICATION_FAILED", `There is no account with the address ${email}`);
  checkAddressAllowed(email, await loadJoinRules(tx, realm, [email]));
  const fullName = checkedFullName(
    claims.name ?? claims.preferred_username ?? email.split("@")[0] ?? "",
  );
  await checkNameFree(tx, realm.id, { userId: null, fullName });
  const begun = await change();
  const user = await addAccount(begun, {
    account: {
      deliveryEmail: email,
      emailVisibility: userSettings.parse(realm.userSettingsDefaults).email_address_visibility,
      fullName,
      role: mappedRole(provider.mapping, claims) ?? invitation?.role ?? roles.member,
      isBot: false,
      botType: null,
      botOwnerId: null,
      settings: newPersonSettings(realm),
      joinsDefaultChannels: invitation?.includeDefaults ?? true,
    },
    passwordHash: null,
    webhook: null,
    welcomeText: invitation?.welcomeText ?? null,
  });
  if (user === null) throw new AppError("BAD_REQUEST", "Email is already in use.");
  if (invitation !== null) await useInvitation(begun, { invitation, user, realm, url: site.url });
  return { user, invitation };
}
