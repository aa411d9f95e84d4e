import type { createProfileField as contract, InputOf, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";
import { checkRoom } from "@team-chat/policy";

import type { Context } from "../../context.ts";
import { checkAdministrator } from "../../policies/accounts/targets.ts";
import { builtInTexts } from "../../policies/profile-fields/external-accounts.ts";
import {
  checkedFieldData,
  checkField,
  nameOfFieldTaken,
} from "../../policies/profile-fields/profile-fields.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { insertField, listFieldRows } from "../../queries/profile-fields/profile-fields.ts";
import { changeRealm } from "../../workflows/change-realm.ts";
import { emitProfileFields } from "../../workflows/profile-fields/change-profile-fields.ts";

/** Creates a custom profile field, the last in order. */
export async function createProfileField(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const realmId = caller.realm.id;
  const id = await changeRealm(ctx, caller.realm, async ({ tx, begin }) => {
    checkAdministrator(await loadAccount(tx, realmId, caller.userId));
    const data = checkedFieldData(input.field_type, input.field_data);
    const { name, hint } = builtInTexts(data) ?? input;
    const present = await listFieldRows(tx, realmId);
    checkRoom("profileFields", present.length);
    const field = {
      name,
      hint,
      kind: input.field_type,
      position: Math.max(0, ...present.map(({ position }) => position)) + 1,
      inSummary: input.display_in_profile_summary ?? false,
      required: input.required ?? false,
      editable: input.editable_by_user ?? true,
    };
    checkField({ ...field, id: null }, present);
    const added = await insertField(tx, realmId, { ...field, data });
    if (added === null) throw nameOfFieldTaken();
    await emitProfileFields(await begin({}));
    return added;
  });
  return { id };
}
