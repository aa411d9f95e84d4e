import { listChannelMembers } from "@team-chat/contract";
import { afterAll, beforeAll, beforeEach, describe, test } from "vitest";

import type { Person } from "../people.ts";
import { invalidId, refusalOf } from "../refusal-of.ts";
import { type Realm, World } from "../world.ts";

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

describe("the subscribers of a channel (docs/behaviour/subscriptions.md#subscribers-of-a-channel)", () => {
  test("guests see the subscribers of their own channels only", async ({ expect }) => {
    await realm.subscribe("member", ["a"]);
    const channel = { stream_id: await realm.channelId("a") };
    expect(await refusalOf(realm.request("guest", listChannelMembers, channel))).toEqual(invalidId);
    await realm.subscribe("member", ["a"], { principals: [id("guest"), id("bot")] });
    expect(await realm.request("guest", listChannelMembers, channel)).toEqual({
      subscribers: [id("member"), id("guest"), id("bot")].toSorted((a, b) => a - b),
    });
  });
});
