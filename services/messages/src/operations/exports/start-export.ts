import { exportRecord, type startExport as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { type ExportRow, listExportRows } from "../../queries/exports/realm-exports.ts";
import { carryOutOnce, type NoteAnswer } from "../../workflows/carry-out-once.ts";
import { requestExport } from "../../workflows/exports/request-export.ts";

type Input = z.output<typeof contract.input>;

/** Has an organization exported for its operator (docs/hosting.md#exports). */
export async function startExport(
  ctx: Context,
  _: Identity,
  { callKey, ...wanted }: Input,
): Promise<z.output<typeof contract.output>> {
  const call = { realmId: wanted.realmId, callKey, answer: exportRecord };
  return { export: await carryOutOnce(ctx, call, (note) => beginOrJoin(ctx, wanted, note)) };
}

async function beginOrJoin(
  ctx: Context,
  { realmId, type }: Omit<Input, "callKey">,
  note: NoteAnswer<ExportRow>,
): Promise<ExportRow> {
  for (;;) {
    const begun = await requestExport(ctx, { realmId, type, actingUserId: null, note });
    if (begun !== null) return begun;
    const rows = await listExportRows(ctx.db, realmId);
    const open = rows.find(({ state }) => state === "waiting" || state === "running");
    // It may have ended meanwhile; then there is room for another.
    if (open === undefined) continue;
    await ctx.db.transaction((tx) => note(tx, open));
    return open;
  }
}
