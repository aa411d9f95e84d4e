import type { InputOf, updateProfileField as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkAdministrator } from "../../policies/accounts/targets.ts";
import { builtInTexts } from "../../policies/profile-fields/external-accounts.ts";
import {
  checkedFieldData,
  checkField,
  isChoice,
  nameOfFieldTaken,
  unknownField,
} from "../../policies/profile-fields/profile-fields.ts";
import { listAccountsAmong, loadAccount } from "../../queries/accounts/accounts.ts";
import {
  clearOtherChoices,
  listFieldRows,
  type ProfileField,
  updateField,
} from "../../queries/profile-fields/profile-fields.ts";
import { changeRealm } from "../../workflows/change-realm.ts";
import type { Change } from "../../workflows/change.ts";
import { emitUserUpdated } from "../../workflows/events/emit-user.ts";
import { emitProfileFields } from "../../workflows/profile-fields/change-profile-fields.ts";

type Input = InputOf<typeof contract>;

/** Changes a custom profile field; nobody hears of a change that is none. */
export async function updateProfileField(
  ctx: Context,
  caller: Caller,
  input: Input,
): Promise<Record<string, never>> {
  const realmId = caller.realm.id;
  await changeRealm(ctx, caller.realm, async ({ tx, begin }) => {
    checkAdministrator(await loadAccount(tx, realmId, caller.userId));
    const fields = await listFieldRows(tx, realmId);
    const field = fields.find(({ id }) => id === input.field_id);
    if (field === undefined) throw unknownField(input.field_id);
    const after = changed(field, input);
    checkBuiltIn(field, after);
    checkField(after, fields);
    if (JSON.stringify(after) === JSON.stringify(field)) return;
    if (!(await updateField(tx, realmId, after))) throw nameOfFieldTaken();
    const change = await begin({});
    await emitProfileFields(change);
    if (after.data !== field.data && isChoice(field.kind)) await dropOtherChoices(change, after);
  });
  return {};
}

/**
 * Checks that a field of a built-in kind stays as the product defines it, apart from its order and visibility.
 * @throws BAD_REQUEST
 */
function checkBuiltIn(field: ProfileField, after: ProfileField): void {
  if (builtInTexts(field.data) === null) return;
  if (after.name !== field.name || after.hint !== field.hint || after.data !== field.data)
    throw new AppError("BAD_REQUEST", "Default custom field cannot be updated.");
}

/** Takes a choice that there is no more from everybody who has it. */
async function dropOtherChoices(change: Change, { id, data }: ProfileField): Promise<void> {
  const { tx, realmId, versions } = change;
  const choices = Object.keys(JSON.parse(data) as object);
  const userIds = await clearOtherChoices(tx, realmId, { id, choices, version: versions.version });
  for (const user of await listAccountsAmong(tx, realmId, userIds))
    emitUserUpdated(change, user, { custom_profile_field: { id, value: null } });
}

function changed(field: ProfileField, input: Input): ProfileField {
  return {
    ...field,
    name: input.name ?? field.name,
    hint: input.hint ?? field.hint,
    data:
      input.field_data === undefined ? field.data : checkedFieldData(field.kind, input.field_data),
    inSummary: input.display_in_profile_summary ?? field.inSummary,
    required: input.required ?? field.required,
    editable: input.editable_by_user ?? field.editable,
  };
}
