import type { InputOf, removeRealmDomain as contract } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkOwner } from "../../policies/accounts/targets.ts";
import { unknownDomain } from "../../policies/organization/domains.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { deleteDomain, listDomainRows } from "../../queries/organization/realm-domains.ts";
import { loadRealm, updateRealmRow } from "../../queries/organization/realms.ts";
import { completeSettings } from "../../values/realm-settings.ts";
import { changeRealm } from "../../workflows/change-realm.ts";
import type { Change } from "../../workflows/change.ts";
import { emitRealmValue } from "../../workflows/events/emit-realm.ts";

/** Takes a domain away; with the last one goes the restriction, for otherwise nobody could join. */
export async function removeRealmDomain(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  const realmId = caller.realm.id;
  await changeRealm(ctx, caller.realm, async ({ tx, begin }) => {
    checkOwner(await loadAccount(tx, realmId, caller.userId));
    const domain = input.domain.toLowerCase();
    if (!(await deleteDomain(tx, realmId, domain))) throw unknownDomain(input.domain);
    const change = await begin({});
    change.emit({
      audience: { to: "everyone" },
      event: { type: "realm_domains", op: "remove", domain },
    });
    await liftRestriction(change);
  });
  return {};
}

async function liftRestriction(change: Change): Promise<void> {
  const { tx, realmId, versions } = change;
  if ((await listDomainRows(tx, realmId)).length > 0) return;
  const { settings } = await loadRealm(tx, realmId);
  if (!completeSettings(settings).emails_restricted_to_domains) return;
  const name = "emails_restricted_to_domains";
  const realm = { id: realmId, version: versions.version };
  await updateRealmRow(tx, realm, { settings: { ...settings, [name]: false } });
  emitRealmValue(change, name, false);
}
