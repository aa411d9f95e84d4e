import type { InputOf, updateRealmDomain as contract } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkOwner } from "../../policies/accounts/targets.ts";
import { unknownDomain } from "../../policies/organization/domains.ts";
import { presentDomain } from "../../present/domain.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { updateDomain } from "../../queries/organization/realm-domains.ts";
import { changeRealm } from "../../workflows/change-realm.ts";

/** Says whether addresses of a domain's subdomains may join as well. */
export async function updateRealmDomain(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  const realmId = caller.realm.id;
  await changeRealm(ctx, caller.realm, async ({ tx, begin }) => {
    checkOwner(await loadAccount(tx, realmId, caller.userId));
    const changed = {
      domain: input.domain.toLowerCase(),
      allowSubdomains: input.allow_subdomains,
    };
    if (!(await updateDomain(tx, realmId, changed))) throw unknownDomain(input.domain);
    const { emit } = await begin({});
    emit({
      audience: { to: "everyone" },
      event: { type: "realm_domains", op: "change", realm_domain: presentDomain(changed) },
    });
  });
  return {};
}
