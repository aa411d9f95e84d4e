import type { listExports as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { listExportRows } from "../../queries/exports/realm-exports.ts";

/** Lists exports of an organization for its operator (docs/hosting.md#exports). */
export async function listExports(
  { db }: Context,
  _: Identity,
  { realmId }: z.output<typeof contract.input>,
): Promise<z.output<typeof contract.output>> {
  return { exports: [...(await listExportRows(db, realmId))] };
}
