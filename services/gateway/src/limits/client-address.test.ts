import type { IncomingMessage } from "node:http";

import { expect, test } from "vitest";

import { clientAddress, fromProxy } from "./client-address.ts";

function from(remoteAddress: string, forwarded?: string): IncomingMessage {
  const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
  return { socket: { remoteAddress }, headers } as unknown as IncomingMessage;
}

test("something that is no address is refused as a trusted proxy", () => {
  expect(() => clientAddress("10.0.0.0/8, proxy")).toThrow("TRUSTED_PROXIES: proxy");
});

test("the connection's own address counts without trusted proxies", () => {
  const addressOf = clientAddress("");
  expect(addressOf(from("::ffff:203.0.113.1", "198.51.100.1"))).toBe("203.0.113.1");
});

test("the chain is followed as far as trusted proxies wrote it", () => {
  const addressOf = clientAddress("10.0.0.0/8, fd00::/8");
  expect(addressOf(from("203.0.113.1", "198.51.100.1"))).toBe("203.0.113.1");
  expect(addressOf(from("::ffff:10.0.0.1", "198.51.100.1, 203.0.113.1"))).toBe("203.0.113.1");
  expect(addressOf(from("fd00::1", "198.51.100.1, 203.0.113.1, 10.9.9.9"))).toBe("203.0.113.1");
  expect(addressOf(from("10.0.0.1", "10.0.0.2, 10.0.0.3"))).toBe("10.0.0.2");
  expect(addressOf(from("10.0.0.1", "nonsense"))).toBe("10.0.0.1");
  expect(addressOf(from("10.0.0.1"))).toBe("10.0.0.1");
});

test("a request comes from a trusted proxy by its connection alone", () => {
  const isFromProxy = fromProxy("10.0.0.0/8, fd00::/8");
  for (const address of ["10.1.2.3", "::ffff:10.1.2.3", "fd00::1"])
    expect(isFromProxy(from(address))).toBe(true);
  for (const address of ["203.0.113.1", "fe80::1", ""])
    expect(isFromProxy(from(address, "10.1.2.3"))).toBe(false);
  expect(fromProxy("")(from("10.1.2.3"))).toBe(false);
});
