import { listSubscriptions } from "@team-chat/contract";
import { afterAll, beforeAll, beforeEach, test } from "vitest";

import type { Person } from "./people.ts";
import { type Realm, World } from "./world.ts";

let world: World;
let realm: Realm;
beforeAll(async () => {
  world = await World.create();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => {
  realm = world.realm();
});

const id = (name: Person) => realm.people.id(name);

const list = (name: Person, include: "true" | "false" | "partial") =>
  realm.request(name, listSubscriptions, { include_subscribers: include });

test("only a known way of listing subscribers is accepted (reference/api-surface.md, GET /users/me/subscriptions)", async ({
  expect,
}) => {
  await expect(list("member", "some" as "true")).rejects.toThrow("Invalid include_subscribers");
});

test("the caller's own subscriptions are listed by name, with subscribers when asked for (reference/api-surface.md, GET /users/me/subscriptions)", async ({
  expect,
}) => {
  await realm.subscribe("member", ["b", "a", "B2"]);
  await realm.subscribe("member2", ["a", "other"]);
  const { subscriptions } = await list("member", "false");
  expect(subscriptions.map(({ name }) => name)).toEqual(["B2", "a", "b"]);
  expect(subscriptions[0]).not.toHaveProperty("subscribers");
  const [, a] = (await list("member", "true")).subscriptions;
  expect(a?.subscribers).toEqual([id("member"), id("member2")]);
  expect((await list("guest", "partial")).subscriptions).toEqual([]);
});

test("deactivated users are not among the subscribers (reference/api-surface.md, GET /users/me/subscriptions)", async ({
  expect,
}) => {
  await realm.subscribe("member", ["a"], { principals: [id("member"), id("member2")] });
  expect((await list("member", "true")).subscriptions[0]?.subscribers).toHaveLength(2);
  realm.people.change("member2", { isActive: false });
  const [a] = (await list("member", "true")).subscriptions;
  expect(a).toMatchObject({ subscribers: [id("member")], subscriber_count: 1 });
  realm.people.change("member2", { isActive: true });
  expect((await list("member", "true")).subscriptions[0]?.subscribers).toHaveLength(2);
});
