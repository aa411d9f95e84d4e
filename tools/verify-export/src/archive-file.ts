import { createHash } from "node:crypto";

import { type Entry, openPromise, type ZipFile } from "yauzl";

/** Longest record: a message with its history of edits. */
const maxLineBytes = 64 * 1024 * 1024;

/** A zip on the disk. */
export class ArchiveFile implements AsyncDisposable {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  /** Paths that the zip has more than once: other programs may show another file of the name than this one. */
  readonly repeated: readonly string[];

  private constructor(zip: ZipFile, all: readonly Entry[]) {
    this.#zip = zip;
    this.#entries = new Map(all.map((entry) => [entry.fileName, entry]));
    const names = all.map(({ fileName }) => fileName);
    this.repeated = names.length === this.#entries.size ? [] : repeatedOf(names);
  }

  /** @throws Error when it is no zip, or not all of one */
  static async open(path: string): Promise<ArchiveFile> {
    const zip = await openPromise(path, { autoClose: false });
    const entries: Entry[] = [];
    for await (const entry of zip.eachEntry()) entries.push(entry);
    return new ArchiveFile(zip, entries);
  }

  get paths(): readonly string[] {
    return [...this.#entries.keys()];
  }

  has(path: string): boolean {
    return this.#entries.has(path);
  }

  /** Reads a file; null when there is none, or its bytes cannot be read, or it is longer than said. */
  async read(path: string, maxBytes: number): Promise<Buffer | null> {
    if ((this.#entries.get(path)?.uncompressedSize ?? Infinity) > maxBytes) return null;
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of this.bytes(path)) chunks.push(chunk);
    } catch {
      return null;
    }
    return Buffer.concat(chunks);
  }

  /** Hashes a file; null when there is none, or its bytes cannot be read. */
  async sha256(path: string): Promise<string | null> {
    const hash = createHash("sha256");
    try {
      for await (const chunk of this.bytes(path)) hash.update(chunk);
    } catch {
      return null;
    }
    return hash.digest("hex");
  }

  /** Reads lines without their ends; the last one ends with the file. @throws Error when they cannot be read */
  async *lines(path: string): AsyncGenerator<Buffer> {
    let rest: Buffer = Buffer.alloc(0);
    for await (const chunk of this.bytes(path)) {
      const bytes = Buffer.concat([rest, chunk]);
      let start = 0;
      for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
        yield bytes.subarray(start, end);
        start = end + 1;
      }
      rest = bytes.subarray(start);
      if (rest.length > maxLineBytes) throw new Error(`A line of ${path} is too long.`);
    }
    if (rest.length > 0) yield rest;
  }

  /** @throws Error when they cannot be read */
  async *bytes(path: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(path);
    if (entry === undefined) throw new Error(`${path} is missing.`);
    const stream: AsyncIterable<Buffer> = await this.#zip.openReadStreamPromise(entry);
    yield* stream;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#zip.close();
  }
}

function repeatedOf(names: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return names.filter((name) => seen.size === seen.add(name).size);
}
