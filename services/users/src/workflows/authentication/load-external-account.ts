import { roles, userSettings } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

import type { Context } from "../../context.ts";
import type { ProviderClaims } from "../../domain/sign-in/openid-connect.ts";
import type { ProviderSettings } from "../../domain/sign-in/provider-settings.ts";
import { checkedFullName } from "../../policies/accounts/names.ts";
import {
  checkAccountActive,
  checkRealmOpen,
  wrongCredentials,
} from "../../policies/authentication/login.ts";
import { verifiedEmail } from "../../policies/authentication/sign-ins.ts";
import { checkAddressAllowed } from "../../policies/organization/domains.ts";
import { type Account, findAccountByEmail, loadAccount } from "../../queries/accounts/accounts.ts";
import { hasUnprovenAddress } from "../../queries/accounts/unproven-addresses.ts";
import {
  findExternalOwner,
  insertExternalIdentity,
} from "../../queries/authentication/external-identities.ts";
import { listDomainRows } from "../../queries/organization/realm-domains.ts";
import { loadRealm, type RealmRow } from "../../queries/organization/realms.ts";
import { completeSettings } from "../../values/realm-settings.ts";
import { addAccount } from "../accounts/add-account.ts";
import { checkNameFree } from "../accounts/check-name-free.ts";
import { changeRealm, type Prospect } from "../change-realm.ts";
import { handOver } from "./hand-over.ts";

interface Vouched {
  readonly provider: ProviderSettings;
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
  const identity = { issuer: vouched.provider.issuer, subject: vouched.claims.sub };
  const known = await findExternalOwner(ctx.db, realm.id, identity);
  if (known !== null) return activeAccount(await loadAccount(ctx.db, realm.id, known));
  const account = await changeRealm(ctx, realm, async (prospect) => {
    const { tx } = prospect;
    // Two sign-ins of one person may come at the same time.
    const linked = await findExternalOwner(tx, realm.id, identity);
    if (linked !== null) return activeAccount(await loadAccount(tx, realm.id, linked));
    const email = verifiedEmail(vouched.claims, vouched.provider.trustsEmails);
    const found = await findAccountByEmail(tx, realm.id, email);
    if (found?.isBot === true) throw wrongCredentials();
    const user =
      found === null
        ? await createAccount(prospect, { email, realm: await loadRealm(tx, realm.id), vouched })
        : activeAccount(found);
    const own = { realmId: realm.id, userId: user.userId };
    if (await hasUnprovenAddress(tx, own))
      await handOver(await prospect.begin({ auth: true }), user);
    await insertExternalIdentity(tx, own, { ...identity, now: new Date(ctx.now()) });
    return user;
  });
  await ctx.greeter.settle(realm.id);
  return account;
}

function activeAccount(account: Account): Account {
  checkAccountActive(account);
  return account;
}

interface NewPerson {
  readonly email: string;
  readonly realm: RealmRow;
  readonly vouched: Vouched;
}

async function createAccount(
  { begin, tx }: Prospect,
  { email, realm, vouched: { claims, provider } }: NewPerson,
): Promise<Account> {
  if (!provider.createsAccounts)
    throw new AppError("AUTHENTICATION_FAILED", `There is no account with the address ${email}`);
  const domains = await listDomainRows(tx, realm.id);
  checkAddressAllowed(email, { settings: completeSettings(realm.settings), domains });
  const fullName = checkedFullName(
    claims.name ?? claims.preferred_username ?? email.split("@")[0] ?? "",
  );
  await checkNameFree(tx, realm.id, { userId: null, fullName });
  const user = await addAccount(await begin({ auth: true }), {
    account: {
      deliveryEmail: email,
      emailVisibility: userSettings.parse(realm.userSettingsDefaults).email_address_visibility,
      fullName,
      role: roles.member,
      isBot: false,
      botType: null,
      botOwnerId: null,
      settings: realm.userSettingsDefaults,
      joinsDefaultChannels: true,
    },
    passwordHash: null,
    webhook: null,
  });
  if (user === null) throw new AppError("BAD_REQUEST", "Email is already in use.");
  return user;
}
