import type { FileSource } from "@team-chat/http";

import type { Context } from "../../context.ts";
import { type ExportId, listParts } from "../../queries/exports/tries.ts";
import { pieceSource } from "./piece-source.ts";

/** Finds the archive of a finished export; null when there is none, or none any more. */
export async function archiveSource(
  { db, files }: Pick<Context, "db" | "files">,
  exported: ExportId,
): Promise<FileSource | null> {
  const parts = await listParts(db, exported);
  return parts && pieceSource(files, parts);
}

/** Reads a range of the archive of a finished export; null when there is none. */
export async function readArchive(
  ctx: Pick<Context, "db" | "files">,
  exported: ExportId,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<readonly Uint8Array[] | null> {
  const source = await archiveSource(ctx, exported);
  if (source === null) return null;
  const bytes: Uint8Array[] = [];
  const range = { first, last: Math.min(last, source.size - 1) };
  for await (const piece of source.read(range)) bytes.push(piece);
  return bytes;
}
