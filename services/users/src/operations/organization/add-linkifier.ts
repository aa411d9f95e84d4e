import type { addLinkifier as contract, InputOf, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";
import { checkRoom } from "@team-chat/policy";

import type { Context } from "../../context.ts";
import { checkLinkifier } from "../../policies/organization/linkifiers.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { insertLinkifier, listLinkifierRows } from "../../queries/organization/linkifiers.ts";
import { changeRealm } from "../../workflows/change-realm.ts";
import { changeLinkifiers } from "../../workflows/organization/change-linkifiers.ts";

/** Adds a linkifier after those that are there. */
export function addLinkifier(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const { id: realmId } = caller.realm;
  return changeRealm(ctx, caller.realm, async (prospect) => {
    const { tx } = prospect;
    const others = await listLinkifierRows(tx, realmId);
    const patterns = others.map(({ pattern }) => pattern);
    checkLinkifier(await loadAccount(tx, realmId, caller.userId), input, patterns);
    checkRoom("linkifiers", others.length);
    const id = await changeLinkifiers(prospect, () =>
      insertLinkifier(tx, realmId, { pattern: input.pattern, urlTemplate: input.url_template }),
    );
    return { id };
  });
}
