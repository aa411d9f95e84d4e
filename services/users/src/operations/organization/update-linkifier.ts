import type { InputOf, updateLinkifier as contract } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkAdministrator } from "../../policies/accounts/targets.ts";
import { checkLinkifier, existingLinkifier } from "../../policies/organization/linkifiers.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { listLinkifierRows, updateLinkifierRow } from "../../queries/organization/linkifiers.ts";
import { changeRealm } from "../../workflows/change-realm.ts";
import { changeLinkifiers } from "../../workflows/organization/change-linkifiers.ts";

/** Gives a linkifier a new pattern and template; it keeps its place. */
export async function updateLinkifier(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  const { id: realmId } = caller.realm;
  await changeRealm(ctx, caller.realm, async (prospect) => {
    const { tx } = prospect;
    const actor = await loadAccount(tx, realmId, caller.userId);
    checkAdministrator(actor);
    const all = await listLinkifierRows(tx, realmId);
    const before = existingLinkifier(all.find(({ id }) => id === input.filter_id));
    const others = all.filter((other) => other !== before).map(({ pattern }) => pattern);
    checkLinkifier(actor, input, others);
    const after = { ...before, pattern: input.pattern, urlTemplate: input.url_template };
    if (after.pattern === before.pattern && after.urlTemplate === before.urlTemplate) return;
    await changeLinkifiers(prospect, () => updateLinkifierRow(tx, realmId, after));
  });
  return {};
}
