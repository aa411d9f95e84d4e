import {
  createChannelFolder,
  listChannels,
  listSubscriptions,
  updateSubscriptionProperties,
} from "@team-chat/contract";
import { channelPermissionNames } from "@team-chat/policy";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import { groupIds, type Person } from "../people.ts";
import { type Realm, World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;
beforeEach(() => {
  realm = world().realm();
});

const id = (name: Person) => realm.people.id(name);

const list = (name: Person, include: "true" | "false" | "partial") =>
  realm.request(name, listSubscriptions, { include_subscribers: include });

describe("the list of one's subscriptions (docs/behaviour/subscriptions.md#listing-subscriptions)", () => {
  test("only a known way of listing subscribers is accepted", async ({ expect }) => {
    await expect(list("alice", "some" as "true")).rejects.toThrow("Invalid include_subscribers");
  });

  test("the caller's own subscriptions are listed by name, with subscribers when asked for", async ({
    expect,
  }) => {
    await realm.subscribe("alice", ["b", "a", "B2"]);
    await realm.subscribe("bob", ["a", "other"]);
    const { subscriptions } = await list("alice", "false");
    expect(subscriptions.map(({ name }) => name)).toEqual(["B2", "a", "b"]);
    expect(subscriptions[0]).not.toHaveProperty("subscribers");
    const [, a] = (await list("alice", "true")).subscriptions;
    expect(a?.subscribers).toEqual([id("alice"), id("bob")]);
    expect((await list("guest", "partial")).subscriptions).toEqual([]);
  });

  // See docs/behaviour/subscriptions.md#subscribers-of-a-channel.
  test("deactivated users are not among the subscribers", async ({ expect }) => {
    await realm.subscribe("alice", ["a"], { principals: [id("alice"), id("bob")] });
    expect((await list("alice", "true")).subscriptions[0]?.subscribers).toHaveLength(2);
    realm.people.change("bob", { isActive: false });
    const [a] = (await list("alice", "true")).subscriptions;
    expect(a).toMatchObject({ subscribers: [id("alice")], subscriber_count: 1 });
    realm.people.change("bob", { isActive: true });
    expect((await list("alice", "true")).subscriptions[0]?.subscribers).toHaveLength(2);
  });

  // See docs/behaviour/subscriptions.md#subscription-object.
  test("each subscription is the channel as it is listed, with the caller's own settings", async ({
    expect,
  }) => {
    const folder = await realm.request("owner", createChannelFolder, { name: "Work" });
    const group = { direct_members: [id("alice")], direct_subgroups: [groupIds.readers] };
    await realm.subscribe("owner", ["a"], {
      principals: [id("alice")],
      folder_id: folder.channel_folder_id,
      message_retention_days: 30,
      ...Object.fromEntries(channelPermissionNames.map((name) => [name, group])),
    });
    const { streams } = await realm.request("alice", listChannels, {});
    expect(streams).toMatchObject([
      { folder_id: folder.channel_folder_id, message_retention_days: 30, creator_id: id("owner") },
    ]);
    for (const name of channelPermissionNames) expect(streams[0]?.[name]).toEqual(group);
    const own = {
      color: "#abcdef",
      pin_to_top: true,
      is_muted: true,
      desktop_notifications: false,
      email_notifications: true,
      wildcard_mentions_notify: false,
      push_notifications: true,
      audible_notifications: false,
    };
    const stream_id = await realm.channelId("a");
    await realm.request("alice", updateSubscriptionProperties, {
      subscription_data: Object.entries(own).map(([property, value]) => ({
        stream_id,
        property,
        value,
      })),
    });
    expect((await list("alice", "false")).subscriptions).toEqual([
      { ...streams[0], ...own, in_home_view: false },
    ]);
  });

  // See docs/behaviour/subscriptions.md#partial-lists-of-subscribers.
  test("subscriptions to large channels list part of the subscribers when that is enough", async ({
    expect,
  }) => {
    const users = Array.from({ length: 249 }, () => realm.people.join({}).id);
    const principals = [id("alice"), ...users];
    await realm.subscribe("owner", ["large"], { principals });
    await realm.subscribe("alice", ["large", "small"], { principals: [id("bot"), id("alice")] });
    realm.people.recent = [users[3] ?? 0, users[200] ?? 0, id("bob")];
    const [large, small] = (await list("alice", "partial")).subscriptions;
    expect(large?.partial_subscribers).toEqual([id("bot"), users[3], users[200]]);
    expect(large).not.toHaveProperty("subscribers");
    expect(small?.subscribers).toEqual([id("alice"), id("bot")]);
    expect(small).not.toHaveProperty("partial_subscribers");
    const [all] = (await list("alice", "true")).subscriptions;
    expect(all?.subscribers).toEqual([id("alice"), id("bot"), ...users]);
    expect(all).not.toHaveProperty("partial_subscribers");
  });
});
