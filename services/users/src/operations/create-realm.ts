import { type createRealm as contract, roles } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import { addAccount } from "../changes/add-account.ts";
import { addSystemBots } from "../changes/add-system-bots.ts";
import { addSystemGroups } from "../changes/add-system-groups.ts";
import type { Change } from "../changes/change.ts";
import type { Context } from "../context.ts";
import { checkedFullName, isEmailAddress } from "../policies/names.ts";
import { checkOperator } from "../policies/operator.ts";
import { hashPassword } from "../policies/passwords.ts";
import { isSubdomain, realmRef } from "../policies/sites.ts";
import { loadApiKey } from "../queries/credentials.ts";
import { insertRealm, nextRealmId } from "../queries/realms.ts";
import { insertVersion } from "../queries/versions.ts";

type Input = z.output<typeof contract.input>;
type Output = z.input<typeof contract.output>;

/** Creates an organization with its system groups, its owner and the system bots, all or nothing. */
export async function createRealm(ctx: Context, identity: Identity, input: Input): Promise<Output> {
  checkOperator(identity);
  const { subdomain, owner } = input;
  if (!isSubdomain(subdomain))
    throw new AppError("BAD_REQUEST", `'${subdomain}' cannot be a subdomain.`);
  if (!isEmailAddress(owner.email))
    throw new AppError("BAD_REQUEST", `'${owner.email}' is not an e-mail address.`);
  const fullName = checkedFullName(owner.fullName);
  const passwordHash = owner.password === null ? null : await hashPassword(owner.password);
  const id = await nextRealmId(ctx.db);
  const hostname = ctx.sites.hostnameOf(subdomain);
  const account = await ctx.outbox.transaction(id, async (tx, emit) => {
    if (!(await insertRealm(tx, { id, subdomain, name: input.name })))
      throw new AppError("BAD_REQUEST", `The subdomain '${subdomain}' is taken.`);
    const change: Change = {
      tx,
      emit,
      realmId: id,
      hostname,
      versions: await insertVersion(tx, id),
      nowMs: ctx.now(),
      sights: new Map(),
    };
    await addSystemGroups(change);
    const user = await addAccount(change, {
      account: {
        deliveryEmail: owner.email,
        emailVisibility: 1,
        fullName,
        role: roles.owner,
        isBot: false,
        botType: null,
        botOwnerId: null,
        canCreateUsers: owner.canCreateUsers,
        canChangeUserEmails: owner.canChangeUserEmails,
      },
      passwordHash,
      webhook: null,
    });
    if (user === null) throw new Error("An address was taken in an organization without users.");
    await addSystemBots(change);
    return user;
  });
  await ctx.greeter.greet(id);
  const apiKey = await loadApiKey(ctx.db, { realmId: id, userId: account.userId });
  const realm = realmRef({ id, subdomain }, ctx.sites);
  return { realm, owner: { userId: account.userId, email: account.deliveryEmail, apiKey } };
}
