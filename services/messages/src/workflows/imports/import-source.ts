import type { FileSource } from "@team-chat/http";

import type { Context } from "../../context.ts";
import { type ImportRow, listImportParts } from "../../queries/imports/realm-imports.ts";
import { archiveSource } from "../exports/archive-source.ts";
import { pieceSource } from "../exports/piece-source.ts";

/** Finds the archive that an import reads; null when the export of which it is does not exist any more. */
export async function importSource(
  ctx: Pick<Context, "db" | "files">,
  { realmId, source }: Pick<ImportRow, "realmId" | "source">,
): Promise<FileSource | null> {
  if (source !== null) {
    const { exportId: id, realmId: of } = source;
    return archiveSource(ctx, { of: "organization", realmId: of, id });
  }
  return pieceSource(ctx.files, await listImportParts(ctx.db, realmId));
}
