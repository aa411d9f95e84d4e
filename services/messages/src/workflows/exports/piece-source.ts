import type { FileSource } from "@team-chat/http";

import type { Context } from "../../context.ts";
import type { ExportPart } from "../../queries/exports/tries.ts";

/** Joins pieces to one file. */
export function pieceSource(files: Context["files"], pieces: readonly ExportPart[]): FileSource {
  const size = pieces.reduce((sum, piece) => sum + piece.size, 0);
  return {
    size,
    async *read({ first, last }) {
      let start = 0;
      for (const piece of pieces) {
        const [from, to] = [Math.max(first - start, 0), Math.min(last + 1 - start, piece.size)];
        start += piece.size;
        if (from < to)
          yield* files.at(piece.place).read(piece.pathId, { first: from, last: to - 1 });
      }
    },
  };
}
