import type { InputOf, listApiKeys as contract, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { presentApiKey } from "../../present/api-key.ts";
import { listNamedKeys } from "../../queries/authentication/named-keys.ts";
import { loadKeyHolder } from "../../workflows/api-keys/load-key-holder.ts";
import { loadSees } from "../../workflows/visibility/load-visibility.ts";

/** Lists the keys of an account that the caller manages (docs/behaviour/keys.md#managing-keys). */
export async function listApiKeys(
  ctx: Context,
  caller: Caller,
  { user_id: userId }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const sees = await loadSees(ctx, caller);
  await loadKeyHolder(ctx.db, caller, { userId, sees, purpose: "manage" });
  const keys = await listNamedKeys(ctx.db, { realmId: caller.realm.id, userId });
  return { api_keys: keys.map(presentApiKey) };
}
