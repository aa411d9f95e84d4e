import { createHash } from "node:crypto";

import { leafHash, MerkleTree, type RecordFile, type WrittenFile } from "@team-chat/proof";

import type { ArchiveEntry } from "../exports/zip-archive.ts";

/** Records of one file: their hashes are held in memory until the file is written. */
const recordsOfFile = 10_000;

/** Something that an archive has, by an id that ascends within its kind. */
export interface HeldRecord {
  readonly id: number;
  readonly [field: string]: unknown;
}

/** Writes records into files, and keeps what proves them. */
export class RecordWriter {
  readonly files: WrittenFile[] = [];
  readonly records: RecordFile[] = [];
  readonly #tree = new MerkleTree();
  readonly #numbers = new Map<string, number>();

  /** Hash of all records so far, hexadecimal. */
  get root(): string {
    return this.#tree.root().toString("hex");
  }

  /** Number of records of each kind so far. */
  get counts(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { kind, records } of this.records) counts[kind] = (counts[kind] ?? 0) + records;
    return counts;
  }

  /** Writes all records of a kind: into one file at least, also when there are none. */
  async *write(kind: string, records: AsyncIterable<HeldRecord>): AsyncGenerator<ArchiveEntry> {
    const iterator = records[Symbol.asyncIterator]();
    for (let isFull = true; isFull;) {
      const number = (this.#numbers.get(kind) ?? 0) + 1;
      this.#numbers.set(kind, number);
      const hashes: string[] = [];
      const path = `${kind}-${number}.jsonl`;
      yield this.#entry(path, this.#lines(iterator, hashes));
      const hashesPath = `${kind}-${number}.sha256`;
      yield this.#entry(hashesPath, oneText(hashes.join("")));
      this.records.push({ kind, path, hashes: hashesPath, records: hashes.length });
      isFull = hashes.length === recordsOfFile;
    }
  }

  async *#lines(records: AsyncIterator<HeldRecord>, hashes: string[]): AsyncGenerator<Uint8Array> {
    while (hashes.length < recordsOfFile) {
      const next = await records.next();
      if (next.done === true) return;
      const line = Buffer.from(JSON.stringify(next.value));
      const leaf = leafHash(line);
      this.#tree.add(leaf);
      hashes.push(`${leaf.toString("hex")} ${next.value.id}\n`);
      yield Buffer.concat([line, Buffer.from("\n")]);
    }
  }

  /** Makes a file of which the manifest has the hash. */
  #entry(path: string, bytes: AsyncIterable<Uint8Array>): ArchiveEntry {
    const { files } = this;
    const hashed = (async function* hashing() {
      const hash = createHash("sha256");
      let length = 0;
      for await (const chunk of bytes) {
        hash.update(chunk);
        length += chunk.length;
        yield chunk;
      }
      files.push({ path, bytes: length, sha256: hash.digest("hex") });
    })();
    return { path, bytes: hashed, compress: true };
  }
}

async function* oneText(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
