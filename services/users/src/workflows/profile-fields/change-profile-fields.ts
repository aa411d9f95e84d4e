import { presentField } from "../../present/profile-field.ts";
import { listFieldRows } from "../../queries/profile-fields/profile-fields.ts";
import type { Change } from "../change.ts";

/** Tells everybody of all custom profile fields, after a change of any. */
export async function emitProfileFields({ tx, realmId, emit }: Change): Promise<void> {
  const fields = await listFieldRows(tx, realmId);
  emit({
    audience: { to: "everyone" },
    event: { type: "custom_profile_fields", fields: fields.map(presentField) },
  });
}
