import type { FileSource } from "@team-chat/http";

import type { Context } from "../../context.ts";
import { findExport, listParts } from "../../queries/exports/realm-exports.ts";

/** Finds the archive of a finished export; null when there is none, or none any more. */
export async function archiveSource(
  { db, files }: Pick<Context, "db" | "files">,
  of: { readonly realmId: number; readonly id: number },
): Promise<FileSource | null> {
  if ((await findExport(db, of))?.state !== "done") return null;
  const parts = await listParts(db, of);
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  return {
    size,
    async *read({ first, last }) {
      let start = 0;
      for (const part of parts) {
        const [from, to] = [Math.max(first - start, 0), Math.min(last + 1 - start, part.size)];
        start += part.size;
        if (from < to) yield* files.at(part.place).read(part.pathId, { first: from, last: to - 1 });
      }
    },
  };
}
