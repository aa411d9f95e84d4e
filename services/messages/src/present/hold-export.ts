import type { HoldExportObject, HoldExportRecord } from "@team-chat/contract";

import { keptMs } from "../values/kept-exports.ts";

/** Shows an export of a legal hold to owners, unless an operator asked for it: then they know nothing of it. */
export function presentHoldExport(
  row: HoldExportRecord,
  addressOf: (id: number) => string,
): readonly HoldExportObject[] {
  if (row.askedBy === null) return [];
  const isDone = row.state === "done";
  return [
    {
      id: row.id,
      hold_id: row.holdId,
      asked_by: row.askedBy,
      asked_at: row.requestedAt,
      state: row.state,
      cut_at: row.cutAt,
      records: row.rows,
      files: row.files,
      bytes: row.bytes,
      root: isDone ? row.root : null,
      kept_until: row.endedAt && row.endedAt + keptMs / 1000,
      archive_url: isDone ? addressOf(row.id) : null,
    },
  ];
}
