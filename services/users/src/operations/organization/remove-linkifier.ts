import type { InputOf, removeLinkifier as contract } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkAdministrator } from "../../policies/accounts/targets.ts";
import { existingLinkifier } from "../../policies/organization/linkifiers.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { deleteLinkifier, listLinkifierRows } from "../../queries/organization/linkifiers.ts";
import { changeRealm } from "../../workflows/change-realm.ts";
import { changeLinkifiers } from "../../workflows/organization/change-linkifiers.ts";

/** Removes a linkifier. */
export async function removeLinkifier(
  ctx: Context,
  caller: Caller,
  { filter_id: wanted }: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  const { id: realmId } = caller.realm;
  await changeRealm(ctx, caller.realm, async (prospect) => {
    const { tx } = prospect;
    checkAdministrator(await loadAccount(tx, realmId, caller.userId));
    const all = await listLinkifierRows(tx, realmId);
    existingLinkifier(all.find(({ id }) => id === wanted));
    await changeLinkifiers(prospect, () => deleteLinkifier(tx, realmId, wanted));
  });
  return {};
}
