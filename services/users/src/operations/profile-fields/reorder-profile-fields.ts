import type { InputOf, reorderProfileFields as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkAdministrator } from "../../policies/accounts/targets.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { listFieldRows, updateFieldOrder } from "../../queries/profile-fields/profile-fields.ts";
import { changeRealm } from "../../workflows/change-realm.ts";
import { emitProfileFields } from "../../workflows/profile-fields/change-profile-fields.ts";

/** Puts all custom profile fields into a new order. */
export async function reorderProfileFields(
  ctx: Context,
  caller: Caller,
  { order }: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  const realmId = caller.realm.id;
  await changeRealm(ctx, caller.realm, async ({ tx, begin }) => {
    checkAdministrator(await loadAccount(tx, realmId, caller.userId));
    const ids = new Set((await listFieldRows(tx, realmId)).map(({ id }) => id));
    const isWhole = order.length === ids.size && order.every((id) => ids.has(id));
    if (!isWhole || new Set(order).size !== order.length)
      throw new AppError("BAD_REQUEST", "Invalid order mapping.");
    const change = await begin({});
    await updateFieldOrder(tx, realmId, order);
    await emitProfileFields(change);
  });
  return {};
}
