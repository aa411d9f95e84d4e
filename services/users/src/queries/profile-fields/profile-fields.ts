import {
  type Connection,
  type Fragment,
  sql,
  type Transaction,
  UniqueViolation,
} from "@team-chat/pg";
import { z } from "zod";

import type { AccountRef } from "../accounts/account-lock.ts";

/** A profile field. */
export const fieldRow = z.object({
  id: z.number(),
  name: z.string(),
  hint: z.string(),
  kind: z.number(),
  /** JSON, or empty. */
  data: z.string(),
  position: z.number(),
  inSummary: z.boolean(),
  required: z.boolean(),
  editable: z.boolean(),
});

export type ProfileField = z.infer<typeof fieldRow>;

/** Returns the query for the organization's fields in the order of profiles. */
export function selectFields(realmId: number | Fragment) {
  return sql.fragment`
    select
      field_id as id, name, hint, kind, field_data as data, position, in_summary as "inSummary", required, editable
    from profile_field
    where realm_id = ${realmId}
    order by position, field_id
  `;
}

/** Lists the organization's fields in the order of profiles. */
export function listFieldRows(db: Connection, realmId: number): Promise<readonly ProfileField[]> {
  return db.any(sql.type(fieldRow)`${selectFields(realmId)}`);
}

/** Inserts a field and returns its id, or null when another has the name. */
export async function insertField(
  tx: Transaction,
  realmId: number,
  field: Omit<ProfileField, "id">,
): Promise<number | null> {
  return tx.maybeOneFirst(sql.type(z.object({ id: z.number() }))`
    insert into profile_field (
      realm_id, name, hint, kind, field_data, position, in_summary, required, editable
    ) values (
      ${realmId}, ${field.name}, ${field.hint}, ${field.kind}, ${field.data}, ${field.position},
      ${field.inSummary}, ${field.required}, ${field.editable}
    )
    on conflict (realm_id, name) do nothing
    returning field_id as id
  `);
}

/** False when another field has the name. */
export async function updateField(
  tx: Transaction,
  realmId: number,
  field: ProfileField,
): Promise<boolean> {
  try {
    await tx.query(sql.unsafe`
      update profile_field
      set
        name = ${field.name}, hint = ${field.hint}, field_data = ${field.data},
        in_summary = ${field.inSummary}, required = ${field.required}, editable = ${field.editable}
      where realm_id = ${realmId} and field_id = ${field.id}
    `);
    return true;
  } catch (error) {
    if (error instanceof UniqueViolation) return false;
    throw error;
  }
}

/** Puts the fields into this order. */
export async function updateFieldOrder(
  tx: Transaction,
  realmId: number,
  ids: readonly number[],
): Promise<void> {
  await tx.query(sql.unsafe`
    update profile_field f set position = wanted.position
    from unnest(${sql.array([...ids], "int8")}) with ordinality as wanted (field_id, position)
    where f.realm_id = ${realmId} and f.field_id = wanted.field_id
  `);
}

/** Removes the field and what everybody filled in, and stamps whoever did. */
export async function deleteField(
  tx: Transaction,
  realmId: number,
  { id, version }: { readonly id: number; readonly version: number },
): Promise<void> {
  await tx.query(sql.unsafe`
    delete from profile_field where realm_id = ${realmId} and field_id = ${id}
  `);
  await tx.query(sql.unsafe`
    update account set profile_data = profile_data - ${String(id)}, version = ${version}
    where realm_id = ${realmId} and jsonb_exists(profile_data, ${String(id)})
  `);
}

const user = z.object({ userId: z.number() });

/** Takes from everybody what is none of the field's choices, stamps whoever had it, and returns them. */
export function clearOtherChoices(
  tx: Transaction,
  realmId: number,
  field: { readonly id: number; readonly choices: readonly string[]; readonly version: number },
): Promise<readonly number[]> {
  const key = String(field.id);
  return tx.anyFirst(sql.type(user)`
    update account set profile_data = profile_data - ${key}, version = ${field.version}
    where
      realm_id = ${realmId} and jsonb_exists(profile_data, ${key})
      and profile_data -> ${key} ->> 'value' <> all(${sql.array([...field.choices], "text")})
    returning user_id as "userId"
  `);
}

/** Writes all that a user filled in and stamps the account. */
export async function updateProfile(
  tx: Transaction,
  { realmId, userId }: AccountRef,
  { profileData, version }: { readonly profileData: object; readonly version: number },
): Promise<void> {
  await tx.query(sql.unsafe`
    update account set profile_data = ${JSON.stringify(profileData)}::jsonb, version = ${version}
    where realm_id = ${realmId} and user_id = ${userId}
  `);
}
