import { createHash } from "node:crypto";

/** Keeps leaves and what is above them apart (RFC 6962, section 2.1). */
const leafPrefix = Uint8Array.of(0);
const nodePrefix = Uint8Array.of(1);

/** Hashes a record, which is a line without its end, as a leaf of the tree. */
export function leafHash(record: Uint8Array): Buffer {
  return createHash("sha256").update(leafPrefix).update(record).digest();
}

function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  return createHash("sha256").update(nodePrefix).update(left).update(right).digest();
}

/** The tree of RFC 6962 over leaves that come one after the other; it holds one hash for each of its levels. */
export class MerkleTree {
  /** Complete trees, each smaller than the one before it. */
  readonly #complete: { readonly leaves: number; readonly hash: Buffer }[] = [];

  add(leaf: Buffer): void {
    let added = { leaves: 1, hash: leaf };
    for (let last = this.#complete.at(-1); last?.leaves === added.leaves;) {
      added = { leaves: 2 * added.leaves, hash: nodeHash(last.hash, added.hash) };
      this.#complete.pop();
      last = this.#complete.at(-1);
    }
    this.#complete.push(added);
  }

  /** Returns the hash of all leaves so far. */
  root(): Buffer {
    const hashes = this.#complete.map(({ hash }) => hash);
    if (hashes.length === 0) return createHash("sha256").digest();
    return hashes.reduceRight((right, left) => nodeHash(left, right));
  }
}
