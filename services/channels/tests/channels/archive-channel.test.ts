import { archiveChannel } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import { groupIds, type Person } from "../people.ts";
import { invalidId, refusalOf, refused } from "../refusal-of.ts";
import { kinds, nonGuests, type Realm, World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;
beforeEach(() => {
  realm = world().realm();
});

const archive = (name: Person, stream_id: number) =>
  realm.request(name, archiveChannel, { stream_id });

describe("DELETE /streams/{stream_id} (docs/behaviour/channels.md#archiving)", () => {
  test("a channel is archived by administrators and those it names, and others learn nothing of hidden channels", async ({
    expect,
  }) => {
    await realm.subscribe("owner", ["a"]);
    await realm.subscribe("owner", ["secret"], { invite_only: true });
    const [open, secret] = [await realm.channelId("a"), await realm.channelId("secret")];
    expect(await refusalOf(archive("alice", open))).toEqual(
      refused("You do not have permission to administer this channel."),
    );
    expect(await refusalOf(archive("alice", secret))).toEqual(invalidId);
    expect(await refusalOf(archive("owner", 0))).toEqual(invalidId);
    expect(await refusalOf(archive("guest", open))).toEqual(invalidId);
    await realm.subscribe("owner", ["shared"], { can_administer_channel_group: groupIds.readers });
    expect(await refusalOf(archive("reader", await realm.channelId("shared")))).toBe("accepted");
    expect(await refusalOf(archive("admin", secret))).toBe("accepted");
  });

  test("archiving is refused for what is archived already", async ({ expect }) => {
    await realm.subscribe("owner", ["a"]);
    const channelId = await realm.channelId("a");
    await archive("owner", channelId);
    expect(await refusalOf(archive("owner", channelId))).toEqual(
      refused("Channel is already deactivated"),
    );
  });

  test("archiving keeps subscriptions, hides the channel from older clients, and is told", async ({
    expect,
  }) => {
    await realm.subscribe("owner", ["a"], { is_default_stream: true });
    const channelId = await realm.channelId("a");
    const heard = await realm.events(() => archive("owner", channelId));
    expect(kinds(heard)).toEqual([
      ["stream update", nonGuests],
      ["default_streams", nonGuests],
    ]);
    expect(heard[0]?.event).toMatchObject({
      stream_id: channelId,
      name: "a",
      property: "is_archived",
      value: true,
    });
    expect(heard[1]?.event).toMatchObject({ default_streams: [] });
    expect((await realm.register("owner")).sections).toMatchObject({
      subscriptions: [],
      streams: [],
    });
    const capabilities = { archived_channels: true };
    expect((await realm.register("owner", { capabilities })).sections).toMatchObject({
      subscriptions: [{ is_archived: true }],
      streams: [{ is_archived: true }],
    });
    expect((await realm.state()).channels).toMatchObject([{ isArchived: true }]);
  });
});
