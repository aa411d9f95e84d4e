import type { listHoldExports as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { listHoldExportRows } from "../../queries/archive/hold-exports.ts";

/** Lists exports of legal holds for an operator (docs/legal-holds.md#operators). */
export async function listHoldExports(
  { db }: Context,
  _: Identity,
  { realmId }: z.output<typeof contract.input>,
): Promise<z.input<typeof contract.output>> {
  return { exports: [...(await listHoldExportRows(db, realmId))] };
}
