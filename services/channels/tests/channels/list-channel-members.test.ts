import { listChannelMembers } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import type { Person } from "../people.ts";
import { invalidId, refusalOf } from "../refusal-of.ts";
import { type Realm, World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;
beforeEach(() => {
  realm = world().realm();
});

const id = (name: Person) => realm.people.id(name);

describe("the subscribers of a channel (docs/behaviour/subscriptions.md#subscribers-of-a-channel)", () => {
  test("guests see the subscribers of their own channels only", async ({ expect }) => {
    await realm.subscribe("alice", ["a"]);
    const channel = { stream_id: await realm.channelId("a") };
    expect(await refusalOf(realm.request("guest", listChannelMembers, channel))).toEqual(invalidId);
    await realm.subscribe("alice", ["a"], { principals: [id("guest"), id("bot")] });
    expect(await realm.request("guest", listChannelMembers, channel)).toEqual({
      subscribers: [id("alice"), id("guest"), id("bot")].toSorted((a, b) => a - b),
    });
  });
});
