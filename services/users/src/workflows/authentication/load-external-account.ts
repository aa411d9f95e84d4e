import { roles, userSettings } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

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
import { type Account, findAccountByEmail, loadAccount } from "../../queries/accounts/accounts.ts";
import { hasUnprovenAddress } from "../../queries/accounts/unproven-addresses.ts";
import {
  findExternalOwner,
  insertExternalIdentity,
} from "../../queries/authentication/external-identities.ts";
import { listDomainRows } from "../../queries/organization/realm-domains.ts";
import { loadRealm, type RealmRow } from "../../queries/organization/realms.ts";
import { mappedClaims, mappedRole } from "../../values/claim-mapping.ts";
import type { ProviderSettings } from "../../values/provider-settings.ts";
import { completeSettings } from "../../values/realm-settings.ts";
import { addAccount } from "../accounts/add-account.ts";
import { checkNameFree } from "../accounts/check-name-free.ts";
import { changeRealm } from "../change-realm.ts";
import { applyClaims, type Steps } from "./apply-claims.ts";
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
  const { claims, provider } = vouched;
  const identity = { issuer: provider.issuer, subject: claims.sub };
  const known = await findExternalOwner(ctx.db, realm.id, identity);
  if (known !== null && mappedClaims(provider.mapping).length === 0)
    return activeAccount(await loadAccount(ctx.db, realm.id, known));
  const account = await changeRealm(ctx, realm, async ({ begin, tx }) => {
    let begun: ReturnType<Steps["change"]> | undefined;
    const steps: Steps = { tx, log: ctx.log, change: () => (begun ??= begin({ auth: true })) };
    // Two sign-ins of one person may come at the same time.
    const linked = await findExternalOwner(tx, realm.id, identity);
    const user =
      linked === null
        ? await linkAccount(steps, { now: new Date(ctx.now()), realmId: realm.id, vouched })
        : activeAccount(await loadAccount(tx, realm.id, linked));
    const { mapping } = provider;
    return applyClaims(steps, { realmId: realm.id, account: user, claims, mapping });
  });
  await ctx.greeter.settle(realm.id);
  return account;
}

interface Linking {
  readonly realmId: number;
  readonly vouched: Vouched;
  readonly now: Date;
}

/** Gives an identity the account with its address, or a new one. */
async function linkAccount(
  { change, tx }: Steps,
  { now, realmId, vouched }: Linking,
): Promise<Account> {
  const { claims, provider } = vouched;
  const email = verifiedEmail(claims, provider.trustsEmails);
  const found = await findAccountByEmail(tx, realmId, email);
  if (found?.isBot === true) throw wrongCredentials();
  const user =
    found === null
      ? await createAccount({ change, tx }, { email, realm: await loadRealm(tx, realmId), vouched })
      : activeAccount(found);
  const own = { realmId, userId: user.userId };
  if (await hasUnprovenAddress(tx, own)) await handOver(await change(), user);
  await insertExternalIdentity(tx, own, {
    issuer: provider.issuer,
    subject: claims.sub,
    now,
  });
  return user;
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
  { change, tx }: Pick<Steps, "change" | "tx">,
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
  const user = await addAccount(await change(), {
    account: {
      deliveryEmail: email,
      emailVisibility: userSettings.parse(realm.userSettingsDefaults).email_address_visibility,
      fullName,
      role: mappedRole(provider.mapping, claims) ?? roles.member,
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
