import type { Transaction } from "@team-chat/pg";

import { deleteHoldExportRow } from "../../queries/archive/hold-exports.ts";
import { deleteParts, type ExportId } from "../../queries/exports/tries.ts";

/** Deletes an export that has ended, with its archive. */
export async function deleteHoldExport(
  tx: Transaction,
  exported: ExportId,
  nowMs: number,
): Promise<void> {
  await deleteParts(tx, exported, nowMs);
  await deleteHoldExportRow(tx, exported);
}
