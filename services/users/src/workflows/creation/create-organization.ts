import { sayAuthor } from "@team-chat/audit";
import { type createRealm, roles } from "@team-chat/contract";
import type { Transaction } from "@team-chat/pg";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { isEmailAddress } from "../../policies/accounts/names.ts";
import { hashPassword, isStrongPassword } from "../../policies/authentication/passwords.ts";
import { checkSubdomain, wrong } from "../../policies/organization/check-subdomain.ts";
import {
  checkedOrganizationName,
  checkedOwnerName,
} from "../../policies/organization/new-organization.ts";
import { realmRef } from "../../policies/organization/sites.ts";
import type { NewAccount } from "../../queries/accounts/accounts.ts";
import { loadApiKey } from "../../queries/authentication/credentials.ts";
import { insertRealm, nextRealmId } from "../../queries/organization/realms.ts";
import { insertVersion } from "../../queries/organization/versions.ts";
import { addAccount } from "../accounts/add-account.ts";
import type { Change } from "../change.ts";
import { addSystemBots } from "../organization/add-system-bots.ts";
import { addSystemGroups } from "../organization/add-system-groups.ts";

type Input = z.output<typeof createRealm.input>;
type Output = z.input<typeof createRealm.output>;

/**
 * Creates an organization with its system groups, its owner and the system bots, all or nothing; `within` is part of
 * the same transaction.
 * @throws BAD_REQUEST with the `field` that is wrong
 */
export async function createOrganization(
  ctx: Context,
  input: Input,
  within: ((tx: Transaction, realmId: number) => Promise<unknown>) | null,
): Promise<Output> {
  const { owner, plan, subdomain } = input;
  checkSubdomain(input);
  const name = checkedOrganizationName(input.name);
  if (!isEmailAddress(owner.email))
    throw wrong("owner.email", `'${owner.email}' is not an e-mail address.`);
  const fullName = checkedOwnerName(owner.fullName);
  if (owner.password !== null && !isStrongPassword(owner.password))
    throw wrong("owner.password", "The password is too weak.");
  const passwordHash = owner.password === null ? null : await hashPassword(owner.password);
  const id = await nextRealmId(ctx.db);
  const account = await ctx.outbox.transaction(id, async (tx, emit) => {
    await sayAuthor(tx);
    if (!(await insertRealm(tx, { id, subdomain, name, plan })))
      throw wrong("subdomain", `The subdomain '${subdomain}' is taken.`);
    await within?.(tx, id);
    const change: Change = {
      tx,
      emit,
      plans: ctx.plans,
      realmId: id,
      hostname: ctx.sites.hostnameOf(subdomain),
      versions: await insertVersion(tx, id),
      nowMs: ctx.now(),
      visibilities: new Map(),
    };
    await addSystemGroups(change);
    const user = await addAccount(change, {
      account: ownerAccount(owner, fullName),
      passwordHash,
      webhook: null,
    });
    if (user === null) throw new Error("An address was taken in an organization without users.");
    await addSystemBots(change);
    return user;
  });
  await ctx.greeter.settle(id);
  const { deliveryEmail: email, userId } = account;
  const apiKey = await loadApiKey(ctx.db, { realmId: id, userId });
  return {
    realm: realmRef({ id, subdomain, mainDomain: "" }, ctx.sites),
    owner: { userId, email, apiKey },
  };
}

function ownerAccount(owner: Input["owner"], fullName: string): NewAccount {
  return {
    deliveryEmail: owner.email,
    emailVisibility: 1,
    fullName,
    role: roles.owner,
    isBot: false,
    botType: null,
    botOwnerId: null,
    canCreateUsers: owner.canCreateUsers,
    canChangeUserEmails: owner.canChangeUserEmails,
  };
}
