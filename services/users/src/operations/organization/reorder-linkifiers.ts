import type { InputOf, reorderLinkifiers as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkAdministrator } from "../../policies/accounts/targets.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import {
  listLinkifierRows,
  updateLinkifierPositions,
} from "../../queries/organization/linkifiers.ts";
import { changeRealm } from "../../workflows/change-realm.ts";
import { changeLinkifiers } from "../../workflows/organization/change-linkifiers.ts";

/** Puts the linkifiers into another order. */
export async function reorderLinkifiers(
  ctx: Context,
  caller: Caller,
  { ordered_linkifier_ids: wanted }: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  const { id: realmId } = caller.realm;
  await changeRealm(ctx, caller.realm, async (prospect) => {
    const { tx } = prospect;
    checkAdministrator(await loadAccount(tx, realmId, caller.userId));
    const present = (await listLinkifierRows(tx, realmId)).map(({ id }) => id);
    const ids = new Set(wanted);
    if (
      ids.size !== wanted.length ||
      ids.size !== present.length ||
      !present.every((id) => ids.has(id))
    )
      throw new AppError(
        "BAD_REQUEST",
        "The ordered list must enumerate all existing linkifiers exactly once",
      );
    if (present.join() === wanted.join()) return;
    await changeLinkifiers(prospect, () => updateLinkifierPositions(tx, realmId, wanted));
  });
  return {};
}
