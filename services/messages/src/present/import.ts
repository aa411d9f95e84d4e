import type { ImportRecord } from "@team-chat/contract";

import type { ImportRow } from "../queries/imports/realm-imports.ts";

/** Shows an import to its operator. */
export function presentImport(row: ImportRow): ImportRecord {
  const { bytes, failedAt, failure, files, finishedAt, kind, plan, requestedAt, rows, state } = row;
  const [allRows, allFiles] = [plan?.rows ?? 0, plan?.files ?? 0];
  const so = { bytes, kind, rows, allRows, files, allFiles, failure };
  return { state, requestedAt, finishedAt, failedAt, ...so };
}
