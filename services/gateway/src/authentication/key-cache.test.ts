import { expect, test } from "vitest";

import { keyHash } from "../requests/claimed-sender.ts";
import type { Account } from "./account.ts";
import { KeyCache } from "./key-cache.ts";

function account(userId: number): Account {
  return {
    userId,
    role: 400,
    isBot: false,
    isIncomingWebhook: false,
    rules: null,
  };
}

test("a ring knows only its own host's credentials", () => {
  const cache = new KeyCache();
  const [ring, other] = [cache.createRing(), cache.createRing()];
  ring.remember(keyHash("Basic a"), account(1), 1);
  expect(ring.find(keyHash("Basic a"))).toEqual(account(1));
  expect(other.find(keyHash("Basic a"))).toBeUndefined();
});

test("credentials of somebody who lacks a second factor are remembered until the deadline only", () => {
  const ring = new KeyCache().createRing();
  ring.remember(keyHash("Basic a"), { ...account(1), validForMs: 0 }, 1);
  ring.remember(keyHash("Basic b"), { ...account(2), validForMs: 60_000 }, 1);
  const until = performance.now() + 2;
  while (performance.now() < until);
  expect(ring.find(keyHash("Basic a"))).toBeUndefined();
  expect(ring.find(keyHash("Basic b"))?.userId).toBe(2);
});

test("forgetting a user forgets every spelling of the credentials, and nobody else's", () => {
  const ring = new KeyCache().createRing();
  ring.remember(keyHash("Basic a"), account(1), 1);
  ring.remember(keyHash("basic a"), account(1), 1);
  ring.remember(keyHash("Basic b"), account(2), 1);
  ring.forget([1, 3], 2);
  expect([ring.find(keyHash("Basic a")), ring.find(keyHash("basic a"))]).toEqual([
    undefined,
    undefined,
  ]);
  expect(ring.find(keyHash("Basic b"))).toEqual(account(2));
});

test("an answer that is older than a change of its user is not believed, and a newer one is", () => {
  const ring = new KeyCache().createRing();
  ring.forget([1], 2);
  ring.remember(keyHash("Basic a"), account(1), 1);
  expect(ring.find(keyHash("Basic a"))).toBeUndefined();
  ring.remember(keyHash("Basic a"), account(1), 2);
  expect(ring.find(keyHash("Basic a"))).toEqual(account(1));
});

test("all accounts are asked for again when more users have changed than are remembered", () => {
  const ring = new KeyCache().createRing();
  ring.remember(keyHash("Basic a"), account(1), 1);
  ring.forget(
    Array.from({ length: 10_000 }, (_, index) => 2 + index),
    2,
  );
  expect(ring.find(keyHash("Basic a"))).toEqual(account(1));
  ring.forget([2], 3);
  expect(ring.find(keyHash("Basic a"))).toBeUndefined();
  ring.remember(keyHash("Basic a"), account(1), 3);
  expect(ring.find(keyHash("Basic a"))).toEqual(account(1));
});

test("the longest unused credentials go when the cache is full", () => {
  const ring = new KeyCache(2).createRing();
  ring.remember(keyHash("a"), account(1), 1);
  ring.remember(keyHash("b"), account(2), 1);
  ring.find(keyHash("a"));
  ring.remember(keyHash("c"), account(3), 1);
  expect(ring.find(keyHash("b"))).toBeUndefined();
  expect([ring.find(keyHash("a")), ring.find(keyHash("c"))]).toEqual([account(1), account(3)]);
});
