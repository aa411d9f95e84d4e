import { Readable } from "node:stream";
import { crc32 } from "node:zlib";

import { AppError } from "@team-chat/errors";
import type { FileSource } from "@team-chat/http";
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from "yauzl";

/** Longest line: a message with its history of edits, or a picture. */
const maxLineBytes = 16 * 1024 * 1024;
/** Longest file of which all is held in memory. */
const maxTextBytes = 1024 * 1024;

/** An archive that is not what its own directory says. */
export class DamagedArchive extends Error {
  override readonly name = "DamagedArchive";
}

/** One thing of an archive. */
interface Line {
  readonly row: Readonly<Record<string, unknown>>;
  readonly bytes: number;
}

/** Reads a zip from wherever its bytes are. */
class SourceReader extends RandomAccessReader {
  readonly #source: FileSource;

  constructor(source: FileSource) {
    super();
    this.#source = source;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#source.read({ first: start, last: end - 1 }), { objectMode: false });
  }
}

/** An archive as `zipArchive` makes it, of which each file can be read by itself. */
export class ArchiveFile {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /** @throws BAD_REQUEST when it is no zip, or not all of one */
  static async open(source: FileSource): Promise<ArchiveFile> {
    try {
      const zip = await fromRandomAccessReaderPromise(new SourceReader(source), source.size, {
        autoClose: false,
      });
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
      return new ArchiveFile(zip, entries);
    } catch (error) {
      throw new AppError("BAD_REQUEST", "The archive is no zip, or its end is missing.", {
        cause: error,
      });
    }
  }

  has(path: string): boolean {
    return this.#entries.has(path);
  }

  /** Reads a file as JSON; null when there is none. @throws DamagedArchive */
  async json(path: string): Promise<unknown> {
    const entry = this.#entries.get(path);
    if (entry === undefined) return null;
    if (entry.uncompressedSize > maxTextBytes) throw new DamagedArchive(`${path} is too long.`);
    const pieces: Buffer[] = [];
    for await (const piece of this.bytes(path)) pieces.push(piece);
    return parse(Buffer.concat(pieces).toString(), path);
  }

  /** Reads the lines of a kind of thing. @throws DamagedArchive */
  async *lines(kind: string): AsyncGenerator<Line> {
    const path = `${kind}.ndjson`;
    let rest: Buffer = Buffer.alloc(0);
    for await (const piece of this.bytes(path)) {
      const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      let start = 0;
      for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
        yield { row: parse(bytes.toString("utf8", start, end), path), bytes: end - start };
        start = end + 1;
      }
      rest = bytes.subarray(start);
      if (rest.length > maxLineBytes) throw new DamagedArchive(`A line of ${path} is too long.`);
    }
    if (rest.length > 0) throw new DamagedArchive(`The last line of ${path} has no end.`);
  }

  /** Reads a file, and compares it with its checksum at the end. @throws DamagedArchive */
  async *bytes(path: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(path);
    if (entry === undefined) throw new DamagedArchive(`${path} is missing.`);
    let sum = 0;
    try {
      const stream: AsyncIterable<Buffer> = await this.#zip.openReadStreamPromise(entry);
      for await (const piece of stream) {
        sum = crc32(piece, sum);
        yield piece;
      }
    } catch (error) {
      if (isOfZip(error)) throw new DamagedArchive(`${path} cannot be read.`, { cause: error });
      throw error;
    }
    if (sum !== entry.crc32) throw new DamagedArchive(`${path} is not what it was.`);
  }
}

/** Failures of the reader of zips, and of zlib; those of a store are other ones, and may be over soon. */
function isOfZip(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error) return String(error.code).startsWith("Z_");
  return /local file header|compressed|bytes in the stream|unexpected EOF/i.test(error.message);
}

function parse(text: string, path: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Said below.
  }
  throw new DamagedArchive(`${path} has a line that is no JSON object.`);
}
