import { leafHash, type MerkleTree, type RecordFile } from "@team-chat/proof";
import { z } from "zod";

import type { ArchiveFile } from "./archive-file.ts";
import type { Problem } from "./problem.ts";

const identified = z.object({ id: z.int() });
const hashForm = /^([\da-f]{64}) (\d+)$/;

/** Record as its hash says it was. */
interface Expected {
  readonly id: number;
  readonly leaf: string;
}

/** A record as it is. */
interface RecordLine {
  /** Null where the line is no record. */
  readonly id: number | null;
  readonly leaf: Buffer;
  readonly line: Buffer;
}

/** Compares the records of a file, which stand in the order of their ids, with their hashes; adds them to the tree. */
export async function* compareRecords(
  archive: ArchiveFile,
  { hashes, path }: RecordFile,
  tree: MerkleTree,
): AsyncGenerator<Problem | Buffer> {
  const expected = expectedOf(archive, hashes);
  let awaited = await expected.next();
  for await (const line of archive.lines(path)) {
    const found: RecordLine = { id: idOf(line), leaf: leafHash(line), line };
    tree.add(found.leaf);
    yield line;
    while (awaited.done !== true && found.id !== null && awaited.value.id < found.id) {
      yield { kind: "missing", path, record: awaited.value.id };
      awaited = await expected.next();
    }
    if (awaited.done === true || (found.id !== null && awaited.value.id > found.id)) {
      yield { kind: "added", path, record: found.id };
      continue;
    }
    if (awaited.value.leaf !== found.leaf.toString("hex"))
      yield { kind: "altered", path, record: awaited.value.id };
    awaited = await expected.next();
  }
  for (; awaited.done !== true; awaited = await expected.next())
    yield { kind: "missing", path, record: awaited.value.id };
}

async function* expectedOf(archive: ArchiveFile, path: string): AsyncGenerator<Expected> {
  for await (const line of archive.lines(path)) {
    const [, leaf, id] = hashForm.exec(line.toString()) ?? [];
    if (leaf !== undefined) yield { leaf, id: Number(id) };
  }
}

function idOf(line: Buffer): number | null {
  try {
    return identified.parse(JSON.parse(line.toString())).id;
  } catch {
    return null;
  }
}
