import type { FileSource } from "@team-chat/http";

import type { Context } from "../../context.ts";
import { findExport, listParts } from "../../queries/exports/realm-exports.ts";
import { pieceSource } from "./piece-source.ts";

/** Finds the archive of a finished export; null when there is none, or none any more. */
export async function archiveSource(
  { db, files }: Pick<Context, "db" | "files">,
  of: { readonly realmId: number; readonly id: number },
): Promise<FileSource | null> {
  if ((await findExport(db, of))?.state !== "done") return null;
  return pieceSource(files, await listParts(db, of));
}
