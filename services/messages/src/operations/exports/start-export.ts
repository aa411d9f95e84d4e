import type { startExport as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { listExportRows } from "../../queries/exports/realm-exports.ts";
import { requestExport } from "../../workflows/exports/request-export.ts";

/** Has an organization exported for its operator (docs/hosting.md#exports). */
export async function startExport(
  ctx: Context,
  _: Identity,
  { realmId, type }: z.output<typeof contract.input>,
): Promise<z.output<typeof contract.output>> {
  for (;;) {
    const begun = await requestExport(ctx, { realmId, type, actingUserId: null });
    if (begun !== null) return { export: begun };
    const rows = await listExportRows(ctx.db, realmId);
    const open = rows.find(({ state }) => state === "waiting" || state === "running");
    // It may have ended meanwhile; then there is room for another.
    if (open !== undefined) return { export: open };
  }
}
