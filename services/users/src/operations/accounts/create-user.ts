import {
  type createUser as contract,
  type InputOf,
  type OutputOf,
  roles,
  userSettings,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkedFullName, isEmailAddress } from "../../policies/accounts/names.ts";
import { checkAdministrator } from "../../policies/accounts/targets.ts";
import { hashPassword, isStrongPassword } from "../../policies/authentication/passwords.ts";
import { checkAddressAllowed } from "../../policies/organization/domains.ts";
import { newPersonSettings } from "../../policies/settings/own-settings.ts";
import {
  type Account,
  findAccountByEmail,
  loadAccount,
  type NewAccount,
} from "../../queries/accounts/accounts.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { addAccount } from "../../workflows/accounts/add-account.ts";
import { checkNameFree } from "../../workflows/accounts/check-name-free.ts";
import { loadJoinRules } from "../../workflows/accounts/load-join-rules.ts";
import { changeRealm } from "../../workflows/change-realm.ts";

type Input = InputOf<typeof contract>;

/** Creates a member with a password (docs/behaviour/users.md#creating-users). */
export async function createUser(
  ctx: Context,
  caller: Caller,
  input: Input,
): Promise<OutputOf<typeof contract>> {
  const realmId = caller.realm.id;
  checkMayCreate(await loadAccount(ctx.db, realmId, caller.userId));
  const fullName = checkedFullName(input.full_name);
  const email = input.email.trim();
  if (!isEmailAddress(email)) throw new AppError("BAD_REQUEST", "Bad name or username");
  if ((await findAccountByEmail(ctx.db, realmId, email)) !== null) throw emailInUse();
  if (!isStrongPassword(input.password))
    throw new AppError("BAD_REQUEST", "The password is too weak.");
  const passwordHash = await hashPassword(input.password);
  const user = await changeRealm(ctx, caller.realm, async ({ tx, begin }) => {
    checkMayCreate(await loadAccount(tx, realmId, caller.userId));
    await checkNameFree(tx, realmId, { userId: null, fullName });
    const realm = await loadRealm(tx, realmId);
    checkAddressAllowed(email, await loadJoinRules(tx, realm, [email]));
    const account = newMember({ email, fullName, defaults: newPersonSettings(realm) });
    return addAccount(await begin({ auth: true }), { account, passwordHash, webhook: null });
  });
  if (user === null) throw emailInUse();
  await ctx.greeter.settle(realmId);
  return { user_id: user.userId };
}

function checkMayCreate(actor: Account): void {
  checkAdministrator(actor);
  if (!actor.canCreateUsers)
    throw new AppError("BAD_REQUEST", "User not authorized to create users");
}

function emailInUse(): AppError {
  return new AppError("BAD_REQUEST", "Email is already in use.");
}

interface NewMember {
  readonly email: string;
  readonly fullName: string;
  /** The organization's settings for new people. */
  readonly defaults: Readonly<Record<string, unknown>>;
}

function newMember({ email, fullName, defaults }: NewMember): NewAccount {
  const { email_address_visibility: emailVisibility } = userSettings.parse(defaults);
  return {
    deliveryEmail: email,
    emailVisibility,
    fullName,
    role: roles.member,
    isBot: false,
    botType: null,
    botOwnerId: null,
    settings: defaults,
  };
}
