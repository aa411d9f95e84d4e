import type { listOperatorHolds as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { listHoldRows } from "../../queries/archive/legal-holds.ts";

/** Lists legal holds for an operator (docs/legal-holds.md#operators). */
export async function listOperatorHolds(
  { db }: Context,
  _: Identity,
  { realmId, ...page }: z.output<typeof contract.input>,
): Promise<z.input<typeof contract.output>> {
  return { holds: [...(await listHoldRows(db, realmId, { by: "anybody", ...page }))] };
}
