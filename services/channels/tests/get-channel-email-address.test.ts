import { getChannelEmailAddress } from "@team-chat/contract";
import { afterAll, beforeAll, beforeEach, test } from "vitest";

import { invalidId, refusalOf } from "./refusal-of.ts";
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

test("whoever may not read the channel learns nothing, not even administrators", async ({
  expect,
}) => {
  await realm.subscribe("member", ["secret"], { invite_only: true });
  const given = { stream_id: await realm.channelId("secret") };
  for (const name of ["owner", "member2", "guest"] as const)
    expect(await refusalOf(realm.request(name, getChannelEmailAddress, given))).toEqual(invalidId);
});

test("the address is empty, because no e-mail is received", async ({ expect }) => {
  await realm.subscribe("member", ["a"]);
  const given = { stream_id: await realm.channelId("a") };
  expect(await realm.request("member2", getChannelEmailAddress, given)).toEqual({ email: "" });
});
