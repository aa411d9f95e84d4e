import type { listPersonExports as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { listPersonExportRows } from "../../queries/exports/person-exports.ts";

/** Lists exports of people for an operator (docs/export.md#what-is-a-persons). */
export async function listPersonExports(
  { db }: Context,
  _: Identity,
  { realmId }: z.output<typeof contract.input>,
): Promise<z.input<typeof contract.output>> {
  return { exports: [...(await listPersonExportRows(db, realmId))] };
}
