import type { ExportedTable } from "@team-chat/pg";
import { type ImportedTable, insertImportedRows, type Moved, type Row } from "@team-chat/transfer";

import type { Context } from "../../context.ts";
import { listByPath } from "../../queries/files/attachments.ts";
import { withdrawRemoval } from "../../queries/files/file-removals.ts";
import { insertThumbnailJob } from "../../queries/files/thumbnail-jobs.ts";
import { keepBytes } from "../files/keep-bytes.ts";
import type { ArchiveFile } from "./archive-file.ts";

interface FileRow {
  readonly imported: ImportedTable;
  readonly exported: ExportedTable;
  readonly moved: Moved;
  readonly row: Row;
}

/**
 * Takes a file in with its bytes, unless it is there already; one whose bytes were lost before keeps its place. Returns
 * the number of files that were written.
 */
export async function importFile(
  { archive, ctx }: { readonly archive: ArchiveFile; readonly ctx: Context },
  { exported, imported, moved, row }: FileRow,
): Promise<number> {
  const { realmId } = moved;
  const pathId = moved.path(row["path_id"]);
  if ((await listByPath(ctx.db, realmId, [pathId])).length > 0) return 0;
  const path = `files/${String(row["path_id"])}`;
  const isThere = archive.has(path);
  // A process that died may have left it.
  await withdrawRemoval(ctx.db, realmId, pathId);
  const bytes = isThere ? archive.bytes(path) : null;
  const kept = bytes && (await keepBytes(ctx, { realmId, pathId, bytes }));
  const place = kept?.place ?? ctx.files.current.place;
  const isPicture = isThere && row["image_width"] !== null;
  const table: ImportedTable = {
    ...imported,
    columns: (one, by) => ({
      ...imported.columns(one, by),
      place,
      thumbnail_state: isPicture ? "pending" : null,
    }),
  };
  await ctx.db.transaction(async (tx) => {
    await kept?.commit(tx);
    await insertImportedRows(tx, table, { exported, moved, rows: [row] });
    const id = moved.id("files", row["id"]);
    if (isPicture && id !== null) await insertThumbnailJob(tx, { realmId, id }, ctx.now());
  });
  return isThere ? 1 : 0;
}
