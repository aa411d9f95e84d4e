import type { ByteRange, FileSource } from "@team-chat/http";

import type { Context } from "../../context.ts";
import { type AttachmentRow, type FileRow, loadBytes } from "../../queries/files/attachments.ts";

/** Of what is read at once from a row. */
const partBytes = 512 * 1024;

type StoredFile = Pick<AttachmentRow, "id" | "pathId" | "place" | "size"> &
  Partial<Pick<FileRow, "table">>;

/** Returns the bytes of a file that exists, from wherever they are. */
export function fileSource(
  { db, files }: Pick<Context, "db" | "files">,
  realmId: number,
  { id, pathId, place, size, table = "attachment" }: StoredFile,
): FileSource {
  if (place !== null) return { size, read: (range) => files.at(place).read(pathId, range) };
  return { size, read: (range) => readRow(db, { table, realmId, id }, range) };
}

/** Files were kept in their rows before there were pieces. */
async function* readRow(
  db: Context["db"],
  row: FileRow,
  { first, last }: ByteRange,
): AsyncGenerator<Buffer> {
  for (let offset = first; offset <= last;) {
    const length = Math.min(partBytes, last + 1 - offset);
    const part = await loadBytes(db, row, { offset, length });
    if (part.length === 0) return;
    yield part;
    offset += part.length;
  }
}
