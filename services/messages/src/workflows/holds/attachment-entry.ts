import { createHash } from "node:crypto";

import type { Context } from "../../context.ts";
import type { HeldFile } from "../../queries/archive/held-records.ts";
import type { FileRow } from "../../queries/files/attachments.ts";
import { isShortened, openUpload } from "../exports/open-upload.ts";
import type { ArchiveEntry } from "../exports/zip-archive.ts";
import { fileSource } from "../files/file-source.ts";

/** An attachment on its way into an archive. */
export class AttachmentEntry {
  /** Hash of the bytes that were written; null when they are lost. */
  sha256: string | null = null;
  /** Bytes that were written: fewer than the file should have where some are lost. */
  bytes = 0;
  readonly #ctx: Pick<Context, "db" | "files">;
  readonly #file: HeldFile & Pick<FileRow, "realmId" | "table">;

  constructor(
    ctx: Pick<Context, "db" | "files">,
    file: HeldFile & Pick<FileRow, "realmId" | "table">,
  ) {
    this.#ctx = ctx;
    this.#file = file;
  }

  /** Makes the file of the archive, or none where the bytes are lost. */
  async *entries(): AsyncGenerator<ArchiveEntry> {
    const { contentType, pathId, realmId } = this.#file;
    const opened = await openUpload(fileSource(this.#ctx, realmId, this.#file));
    if (opened === null) return;
    const compress = isShortened(contentType);
    yield { path: `files/${pathId}`, bytes: this.#hashed(opened), compress };
  }

  async *#hashed(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const hash = createHash("sha256");
    for await (const chunk of bytes) {
      hash.update(chunk);
      this.bytes += chunk.length;
      yield chunk;
    }
    this.sha256 = hash.digest("hex");
  }
}
