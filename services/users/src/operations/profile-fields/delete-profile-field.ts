import type { deleteProfileField as contract, InputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkAdministrator } from "../../policies/accounts/targets.ts";
import { unknownField } from "../../policies/profile-fields/profile-fields.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { deleteField, listFieldRows } from "../../queries/profile-fields/profile-fields.ts";
import { changeRealm } from "../../workflows/change-realm.ts";
import { emitProfileFields } from "../../workflows/profile-fields/change-profile-fields.ts";

/** Removes a custom profile field with everything that was filled in; clients drop the values with the field. */
export async function deleteProfileField(
  ctx: Context,
  caller: Caller,
  { field_id: id }: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  const realmId = caller.realm.id;
  await changeRealm(ctx, caller.realm, async ({ tx, begin }) => {
    checkAdministrator(await loadAccount(tx, realmId, caller.userId));
    const fields = await listFieldRows(tx, realmId);
    if (!fields.some((field) => field.id === id)) throw unknownField(id);
    const change = await begin({});
    await deleteField(tx, realmId, { id, version: change.versions.version });
    await emitProfileFields(change);
  });
  return {};
}
