import { getChannel, getChannelId, listChannelMembers, listChannels } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import { groupIds, type Person } from "../people.ts";
import { invalidId, refusalOf } from "../refusal-of.ts";
import { type Realm, World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;
beforeEach(() => {
  realm = world().realm();
});

const id = (name: Person) => realm.people.id(name);

describe("one channel (docs/behaviour/channels.md#listing-channels)", () => {
  test("a hidden channel, another organization's and none at all are refused alike", async ({
    expect,
  }) => {
    const other = world().realm();
    await realm.subscribe("alice", ["secret"], { invite_only: true });
    await other.subscribe("alice", ["theirs"]);
    for (const channelId of [await realm.channelId("secret"), await other.channelId("theirs"), 0]) {
      const given = { stream_id: channelId };
      expect(await refusalOf(realm.request("bob", getChannel, given))).toEqual(invalidId);
      expect(await refusalOf(realm.request("bob", listChannelMembers, given))).toEqual(invalidId);
    }
  });

  test("a channel is shown to whoever may know of it, as in the list of channels", async ({
    expect,
  }) => {
    await realm.subscribe("alice", ["secret"], {
      invite_only: true,
      can_administer_channel_group: groupIds.readers,
    });
    const channelId = await realm.channelId("secret");
    const { streams } = await realm.request("alice", listChannels, {});
    for (const name of ["owner", "admin", "alice", "reader"] as const) {
      const { stream } = await realm.request(name, getChannel, { stream_id: channelId });
      expect(stream).toEqual(streams[0]);
    }
    expect(await realm.request("owner", getChannelId, { stream: "SECRET" })).toEqual({
      stream_id: channelId,
    });
    expect(await realm.request("admin", listChannelMembers, { stream_id: channelId })).toEqual({
      subscribers: [id("alice")],
    });
  });
});
