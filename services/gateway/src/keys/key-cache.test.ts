import { expect, test } from "vitest";

import { type Account, KeyCache } from "./key-cache.ts";

function account(userId: number): Account {
  return { userId, role: 400, isBot: false, isIncomingWebhook: false, rules: null };
}

test("a ring knows only its own host's credentials", () => {
  const cache = new KeyCache();
  const [ring, other] = [cache.createRing(), cache.createRing()];
  ring.remember("Basic a", account(1));
  expect(ring.find("Basic a")).toEqual(account(1));
  expect(other.find("Basic a")).toBeUndefined();
});

test("forgetting a user forgets every spelling of the credentials, and nobody else's", () => {
  const ring = new KeyCache().createRing();
  ring.remember("Basic a", account(1));
  ring.remember("basic a", account(1));
  ring.remember("Basic b", account(2));
  ring.forget([1, 3]);
  expect([ring.find("Basic a"), ring.find("basic a")]).toEqual([undefined, undefined]);
  expect(ring.find("Basic b")).toEqual(account(2));
  ring.forget(null);
  expect(ring.find("Basic b")).toBeUndefined();
});

test("when the cache is full the longest unused credentials go", () => {
  const ring = new KeyCache(2).createRing();
  ring.remember("a", account(1));
  ring.remember("b", account(2));
  ring.find("a");
  ring.remember("c", account(3));
  expect(ring.find("b")).toBeUndefined();
  expect([ring.find("a"), ring.find("c")]).toEqual([account(1), account(3)]);
});
