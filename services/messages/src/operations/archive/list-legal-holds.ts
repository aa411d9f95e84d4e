import type { InputOf, listLegalHolds as contract, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { checkMayHold } from "../../policies/archive/legal-holds.ts";
import { presentHold } from "../../present/legal-hold.ts";
import { listHoldRows } from "../../queries/archive/legal-holds.ts";

/** Lists legal holds, also those that have ended (docs/behaviour/moderation.md#legal-holds). */
export async function listLegalHolds(
  ctx: Context,
  caller: Caller,
  { anchor, limit }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const { actor, realmId } = await loadRealm(ctx, caller);
  checkMayHold(actor);
  const page = { by: "owners", beforeId: anchor ?? null, limit: limit + 1 } as const;
  const rows = await listHoldRows(ctx.db, realmId, page);
  return {
    legal_holds: rows.slice(0, limit).map(presentHold),
    found_oldest: rows.length <= limit,
  };
}
