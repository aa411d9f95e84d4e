import { type addRealmUser as contract, userSettings } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { checkedFullName, isEmailAddress } from "../../policies/accounts/names.ts";
import { hashPassword } from "../../policies/authentication/passwords.ts";
import { checkOperator } from "../../policies/organization/operator.ts";
import { newPersonSettings } from "../../policies/settings/own-settings.ts";
import { findAccountByEmail } from "../../queries/accounts/accounts.ts";
import { loadApiKey } from "../../queries/authentication/credentials.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { addAccount } from "../../workflows/accounts/add-account.ts";
import { changeRealm } from "../../workflows/change-realm.ts";

type Input = z.output<typeof contract.input>;
type Output = z.input<typeof contract.output>;

/** Returns the account with the address, creating it when there is none. */
export async function addRealmUser(
  ctx: Context,
  identity: Identity,
  input: Input,
): Promise<Output> {
  checkOperator(identity);
  const { realmId, email } = input;
  if (!isEmailAddress(email))
    throw new AppError("BAD_REQUEST", `'${email}' is not an e-mail address.`);
  const fullName = checkedFullName(input.fullName);
  const before = await findAccountByEmail(ctx.db, realmId, email);
  const passwordHash =
    input.password === null || before !== null ? null : await hashPassword(input.password);
  const realm = await loadRealm(ctx.db, realmId);
  const added = await changeRealm(ctx, realm, async ({ tx, begin }) => {
    const known = await findAccountByEmail(tx, realmId, email);
    if (known !== null) return { user: known, created: false };
    const { canCreateUsers, canChangeUserEmails, role } = input;
    const settings = newPersonSettings(await loadRealm(tx, realmId));
    const user = await addAccount(await begin({ auth: true }), {
      account: {
        deliveryEmail: email,
        emailVisibility: userSettings.parse(settings).email_address_visibility,
        fullName,
        role,
        isBot: false,
        botType: null,
        botOwnerId: null,
        canCreateUsers,
        canChangeUserEmails,
        settings,
      },
      passwordHash,
      webhook: null,
    });
    if (user === null) throw new Error("An address was taken while the realm was locked.");
    return { user, created: true };
  });
  if (added.created) await ctx.greeter.settle(realmId);
  const { userId, deliveryEmail } = added.user;
  const apiKey = await loadApiKey(ctx.db, { realmId, userId });
  return { userId, email: deliveryEmail, apiKey, created: added.created };
}
