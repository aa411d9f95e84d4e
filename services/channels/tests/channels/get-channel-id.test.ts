import { getChannelId } from "@team-chat/contract";
import { afterAll, beforeAll, beforeEach, describe, test } from "vitest";

import { refusalOf, refused } from "../refusal-of.ts";
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

describe("a channel's id (docs/behaviour/channels.md#listing-channels)", () => {
  test("a hidden channel and none at all are refused alike", async ({ expect }) => {
    await realm.subscribe("member", ["secret"], { invite_only: true });
    for (const stream of ["secret", "secrets"])
      expect(await refusalOf(realm.request("member2", getChannelId, { stream }))).toEqual(
        refused(`Invalid channel name '${stream}'`),
      );
  });

  test("a channel is found by its name, whatever the case", async ({ expect }) => {
    await realm.subscribe("member", ["Plans"]);
    expect(await realm.request("member2", getChannelId, { stream: " pLANS " })).toEqual({
      stream_id: await realm.channelId("Plans"),
    });
  });
});
