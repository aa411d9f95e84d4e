import type { addRealmDomain as contract, InputOf, OutputOf } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";
import { checkRoom } from "@team-chat/policy";

import type { Context } from "../../context.ts";
import { checkOwner } from "../../policies/accounts/targets.ts";
import { checkedDomain } from "../../policies/organization/domains.ts";
import { presentDomain } from "../../present/domain.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { countOfRealm } from "../../queries/accounts/counts.ts";
import { insertDomain } from "../../queries/organization/realm-domains.ts";
import { changeRealm } from "../../workflows/change-realm.ts";

/** Lets addresses of one more domain join. */
export async function addRealmDomain(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const realmId = caller.realm.id;
  return changeRealm(ctx, caller.realm, async ({ tx, begin }) => {
    checkOwner(await loadAccount(tx, realmId, caller.userId));
    const domain = checkedDomain(input.domain);
    checkRoom("domains", await countOfRealm(tx, realmId, "domains"));
    const added = { domain, allowSubdomains: input.allow_subdomains };
    if (!(await insertDomain(tx, realmId, added))) {
      throw new AppError(
        "BAD_REQUEST",
        `The domain ${domain} is already a part of your organization.`,
      );
    }
    const { emit } = await begin({});
    emit({
      audience: { to: "everyone" },
      event: { type: "realm_domains", op: "add", realm_domain: presentDomain(added) },
    });
    return { new_domain: [realmId, domain] };
  });
}
