import { describe, test } from "vitest";

import type { Identity } from "./identity.ts";
import { createIdentitySigner } from "./signer.ts";

const key = "00112233445566778899aabbccddeeff";
const identity: Identity = { kind: "service", name: "events" };

describe("a signed identity", () => {
  test("a signed identity is refused when absent, malformed or forged", ({ expect }) => {
    const signer = createIdentitySigner(key);
    const other = createIdentitySigner("ff".repeat(16)).sign(identity);
    for (const header of [undefined, "", "abc", other, `${signer.sign(identity)}x`]) {
      expect(() => signer.verify(header)).toThrow(/internal identity/);
    }
  });

  test("a signed identity is refused when older than two minutes", ({ expect }) => {
    let now = 1_000_000;
    const signer = createIdentitySigner(key, () => now);
    const header = signer.sign(identity);
    now += 120_001;
    expect(() => signer.verify(header)).toThrow("too old");
  });

  test("a signed identity is returned as it was signed", ({ expect }) => {
    const signer = createIdentitySigner(key);
    expect(signer.verify(signer.sign(identity))).toEqual(identity);
  });

  test("a signed identity needs a key of at least 128 bits", ({ expect }) => {
    expect(() => createIdentitySigner("abcd")).toThrow("32 hexadecimal digits");
  });
});
