import type { listProfileFields as contract, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { presentField } from "../../present/profile-field.ts";
import { listFieldRows } from "../../queries/profile-fields/profile-fields.ts";

/** Lists the organization's custom profile fields. */
export async function listProfileFields(
  ctx: Context,
  caller: Caller,
): Promise<OutputOf<typeof contract>> {
  const fields = await listFieldRows(ctx.db, caller.realm.id);
  return { custom_fields: fields.map(presentField) };
}
