import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";

import { describe, test } from "vitest";

import type { Identity } from "./identity.ts";
import { createIdentitySigner } from "./signer.ts";

const key = "00112233445566778899aabbccddeeff";
const newKey = "ffeeddccbbaa99887766554433221100";
const identity: Identity = { kind: "service", name: "events" };
const request = { method: "POST", target: "/internal/x?a=1", to: "10.0.0.1:8080" };
const received = { method: "POST", target: "/internal/x?a=1", address: "10.0.0.1:8080" };
const body = Buffer.from("body");

describe("a signed identity", () => {
  test("a signed identity is refused when absent, malformed or forged", ({ expect }) => {
    const signer = createIdentitySigner(key);
    const own = signer.sign(identity, request, body);
    const other = createIdentitySigner(newKey).sign(identity, request, body);
    for (const header of [undefined, "", "abc", other, `${own}x`, own.slice(0, own.indexOf("."))]) {
      expect(() => signer.verify(header, received)).toThrow(/internal identity/);
    }
  });

  test("a signed identity is refused when older than a minute", ({ expect }) => {
    let now = 1_000_000;
    const signer = createIdentitySigner(key, () => now);
    const header = signer.sign(identity, request, body);
    now += 60_001;
    expect(() => signer.verify(header, received)).toThrow("too old");
  });

  test("a signed identity is refused with another method, path, query or body, and at another process", ({
    expect,
  }) => {
    const signer = createIdentitySigner(key);
    for (const change of [
      { method: "GET" },
      { target: "/internal/x" },
      { address: "10.0.0.2:8080" },
    ])
      expect(() =>
        signer.verify(signer.sign(identity, request, body), { ...received, ...change }),
      ).toThrow(/another request|not for that at/);
    for (const other of ["Body", "body ", ""])
      expect(() =>
        signer
          .verify(signer.sign(identity, request, body), received)
          .body.whole(Buffer.from(other)),
      ).toThrow("another body");
  });

  test("a signed identity is taken once, by however many of its process", ({ expect }) => {
    const signer = createIdentitySigner(key);
    const header = signer.sign(identity, request, null);
    expect(signer.verify(header, received).identity).toEqual(identity);
    expect(() => signer.verify(header, received)).toThrow("used before");
  });

  test("a signed identity for a name is taken at every address", ({ expect }) => {
    const signer = createIdentitySigner(key);
    const header = signer.sign(identity, { ...request, to: "messages:8080" }, body);
    expect(signer.verify(header, received).body.whole(body)).toEqual(body);
  });

  test("a signed identity that names no request, or only a part of one, is refused", ({
    expect,
  }) => {
    const signer = createIdentitySigner(key);
    for (const part of [{}, { request }, { request: { ...request, nonce: "abc" } }]) {
      const facts = { at: Date.now(), identity, ...part };
      const text = Buffer.from(JSON.stringify(facts)).toString("base64url");
      const header = `${text}.${signer.keys.mac([text]).toString("base64url")}`;
      expect(() => signer.verify(header, received)).toThrow("that of no request");
    }
  });

  test("a signed identity needs keys of at least 128 bits", ({ expect }) => {
    for (const keys of ["", "abcd", `${key},abcd`, `${key},`])
      expect(() => createIdentitySigner(keys), keys).toThrow("32 hexadecimal digits");
  });

  test("a signed identity is taken by everybody at every step of a change of the key", ({
    expect,
  }) => {
    const steps = [key, `${key},${newKey}`, `${newKey},${key}`, newKey].map((keys) =>
      createIdentitySigner(keys),
    );
    for (const [at, signer] of steps.entries())
      for (const other of steps.slice(Math.max(0, at - 1), at + 2))
        expect(other.verify(signer.sign(identity, request, null), received).identity).toEqual(
          identity,
        );
    const [first, , , last] = steps;
    expect(() => last?.verify(first?.sign(identity, request, null), received)).toThrow("forged");
  });
});

describe("a signed body that is sent while it comes", () => {
  const long = Buffer.alloc(100_000, "0123456789");
  const chunks = (bytes: Buffer, size: number) =>
    Readable.from(
      Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      ),
      { objectMode: false },
    );

  test("a signed body that is sent while it comes arrives as it was, whole or in any pieces", async ({
    expect,
  }) => {
    const signer = createIdentitySigner(`${newKey},${key}`);
    const old = createIdentitySigner(key);
    for (const bytes of [long, body, Buffer.alloc(0)])
      for (const size of [1000, 31, 100_001]) {
        const sent = old.signStream(identity, request, chunks(bytes, size));
        const arrived = chunks(await buffer(sent.body), size);
        const { body: taken } = signer.verify(sent.header, received);
        expect(bytes.equals(await buffer(taken.stream(arrived)))).toBe(true);
        const again = old.signStream(identity, request, chunks(bytes, size));
        const whole = await buffer(again.body);
        expect(signer.verify(again.header, received).body.whole(whole)).toEqual(bytes);
      }
  });

  test("a signed body that was changed or cut breaks off before its end is given", async ({
    expect,
  }) => {
    const signer = createIdentitySigner(key);
    for (const spoil of [
      (bytes: Buffer) => bytes.subarray(0, -1),
      (bytes: Buffer) => bytes.fill("x", 0, 1),
    ]) {
      const sent = signer.signStream(identity, request, chunks(long, 1000));
      const spoilt = spoil(await buffer(sent.body));
      const taken: Buffer[] = [];
      const reading = async () => {
        const { body: proven } = signer.verify(sent.header, received);
        for await (const chunk of proven.stream(chunks(spoilt, 1000))) taken.push(chunk as Buffer);
      };
      await expect(reading()).rejects.toThrow("another body");
      expect(Buffer.concat(taken).length).toBeLessThanOrEqual(long.length - 255);
    }
  });
});
