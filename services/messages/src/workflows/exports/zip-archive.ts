import { PassThrough, Readable } from "node:stream";
import { finished } from "node:stream/promises";

import { ZipFile } from "yazl";

/** One file of an archive. */
export interface ArchiveEntry {
  readonly path: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** False for what is compressed already. */
  readonly compress: boolean;
}

/** Writes a value for people and programs. */
export function jsonText(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`);
}

/** Makes a file of a value. */
export function jsonEntry(path: string, value: object): ArchiveEntry {
  const bytes = (async function* text() {
    yield jsonText(value);
  })();
  return { path, bytes, compress: true };
}

/**
 * Makes a zip of entries, each of which is asked for when the one before has been read to its end, as fast as the bytes
 * are taken. @throws what entries and their bytes throw
 */
export async function* zipArchive(entries: AsyncIterable<ArchiveEntry>): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const out = new PassThrough();
  zip.outputStream.pipe(out);
  const fail = (error: Error) => out.destroy(error);
  zip.on("error", fail);
  const ended = new AbortController();
  const filling = fill(zip, entries, ended.signal).catch(fail);
  try {
    const bytes: AsyncIterable<Buffer> = out;
    yield* bytes;
  } finally {
    ended.abort();
    out.destroy();
    await filling;
  }
}

async function fill(
  zip: ZipFile,
  entries: AsyncIterable<ArchiveEntry>,
  signal: AbortSignal,
): Promise<void> {
  for await (const { bytes, compress, path } of entries) {
    signal.throwIfAborted();
    const source = Readable.from(bytes, { objectMode: false });
    const stop = () => source.destroy();
    signal.addEventListener("abort", stop, { once: true });
    zip.addReadStream(source, path, { compress });
    await finished(source, { writable: false });
    signal.removeEventListener("abort", stop);
  }
  zip.end();
}
