import { describe, test } from "vitest";

import { isSignedWith, proofKeys } from "./proof-keys.ts";

const [one, two] = ["00112233445566778899aabbccddeeff", "ffeeddccbbaa99887766554433221100"];
const bytes = Buffer.from("what was written");

describe("keys that sign exports (docs/legal-holds.md#keys)", () => {
  test("the first of the keys signs, and the public keys of all are known", ({ expect }) => {
    const before = proofKeys(one);
    const both = proofKeys(`${two},${one}`);
    expect(both.publicKeys).toHaveLength(2);
    expect(both.publicKeys[1]).toBe(before.publicKeys[0]);
    expect(both.sign(bytes).public_key).toBe(both.publicKeys[0]);
    expect(isSignedWith(both.sign(bytes), bytes)).toBe(true);
    expect(isSignedWith(before.sign(bytes), bytes)).toBe(true);
  });

  test("a signature is wrong for other bytes, by another key, and with what is no key", ({
    expect,
  }) => {
    const signature = proofKeys(one).sign(bytes);
    const [other = ""] = proofKeys(two).publicKeys;
    expect(isSignedWith(signature, Buffer.from("something else"))).toBe(false);
    expect(isSignedWith({ ...signature, public_key: other }, bytes)).toBe(false);
    expect(isSignedWith({ ...signature, public_key: "AAAA" }, bytes)).toBe(false);
  });
});
