import { getChannelId } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import { refusalOf, refused } from "../refusal-of.ts";
import { type Realm, World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;
beforeEach(() => {
  realm = world().realm();
});

describe("a channel's id (docs/behaviour/channels.md#listing-channels)", () => {
  test("a hidden channel and none at all are refused alike", async ({ expect }) => {
    await realm.subscribe("alice", ["secret"], { invite_only: true });
    for (const stream of ["secret", "secrets"])
      expect(await refusalOf(realm.request("bob", getChannelId, { stream }))).toEqual(
        refused(`Invalid channel name '${stream}'`),
      );
  });

  test("a channel is found by its name, whatever the case", async ({ expect }) => {
    await realm.subscribe("alice", ["Plans"]);
    expect(await realm.request("bob", getChannelId, { stream: " pLANS " })).toEqual({
      stream_id: await realm.channelId("Plans"),
    });
  });
});
