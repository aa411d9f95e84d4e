import { createHash } from "node:crypto";

import fc from "fast-check";
import { describe, test } from "vitest";

import { leafHash, MerkleTree } from "./merkle-tree.ts";

const sha256 = (...parts: readonly Uint8Array[]) =>
  createHash("sha256").update(Buffer.concat(parts)).digest();

/** The definition of RFC 6962, section 2.1, word by word. */
function plainRoot(records: readonly Uint8Array[]): Buffer {
  const [first] = records;
  if (first === undefined) return sha256();
  if (records.length === 1) return sha256(Uint8Array.of(0), first);
  let half = 1;
  while (2 * half < records.length) half *= 2;
  return sha256(
    Uint8Array.of(1),
    plainRoot(records.slice(0, half)),
    plainRoot(records.slice(half)),
  );
}

function rootOf(records: readonly Uint8Array[]): string {
  const tree = new MerkleTree();
  for (const record of records) tree.add(leafHash(record));
  return tree.root().toString("hex");
}

describe("the tree over records (docs/legal-holds.md#proof)", () => {
  test("the root is that of RFC 6962 for any records", ({ expect }) => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 8 }), { maxLength: 70 }), (records) => {
        expect(rootOf(records)).toBe(plainRoot(records).toString("hex"));
      }),
    );
  });

  test("the root of known records is the one that others publish for them", ({ expect }) => {
    // Vectors of certificate-transparency implementations.
    const records = ["", "00", "10", "2021", "3031"].map((hex) => Buffer.from(hex, "hex"));
    expect(rootOf([])).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect(rootOf(records.slice(0, 1))).toBe(
      "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    );
    expect(rootOf(records.slice(0, 2))).toBe(
      "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    );
    expect(rootOf(records.slice(0, 3))).toBe(
      "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    );
  });
});
