import type { InputOf, removePlayground as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkAdministrator } from "../../policies/accounts/targets.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { deletePlayground } from "../../queries/organization/playgrounds.ts";
import { changeRealm } from "../../workflows/change-realm.ts";
import { announcePlaygrounds } from "../../workflows/organization/change-playgrounds.ts";

/** Removes a playground. */
export async function removePlayground(
  ctx: Context,
  caller: Caller,
  { playground_id: id }: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  const realmId = caller.realm.id;
  await changeRealm(ctx, caller.realm, async (prospect) => {
    const { tx } = prospect;
    checkAdministrator(await loadAccount(tx, realmId, caller.userId));
    if (!(await deletePlayground(tx, realmId, id)))
      throw new AppError("BAD_REQUEST", "Invalid playground");
    await announcePlaygrounds(prospect);
  });
  return {};
}
