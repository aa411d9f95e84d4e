import {
  expiringOperations,
  getChannelsVersion,
  setTopicVisibility,
  unsubscribe,
  updateChannel,
  updateSubscriptionProperties,
} from "@team-chat/contract";
import { nextLook, useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import { groupIds, type Person } from "../people.ts";
import { type Realm, World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;
beforeEach(() => {
  realm = world().realm();
});

const id = (name: Person) => realm.people.id(name);

/** As gateways ask for it, as soon as there is a link (docs/adr/0003-proof-of-currency.md). */
async function versionOverLink(): Promise<number> {
  for (;;) {
    const announced = await world().pool.version(realm.id, 60_000);
    if (announced !== null) return announced;
    await nextLook();
  }
}

describe("what other services are told of channels (docs/behaviour/api.md#reading-own-writes)", () => {
  test("the channels' state is nothing for a realm without any, and nothing new when nothing happened", async ({
    expect,
  }) => {
    expect(await realm.state()).toEqual({
      version: 0,
      channels: [],
      memberships: [],
      topicPolicies: [],
    });
    await realm.subscribe("owner", ["a"]);
    const { version } = await realm.state();
    expect(await realm.state(version)).toEqual({
      version,
      channels: [],
      memberships: [],
      topicPolicies: [],
    });
  });

  test("the channels' state has preferences for topics, also when they are taken back", async ({
    expect,
  }) => {
    await realm.subscribe("owner", ["a"]);
    const stream_id = await realm.channelId("a");
    const set = (visibility_policy: number) =>
      realm.request("owner", setTopicVisibility, { stream_id, topic: "Lunch", visibility_policy });
    const before = (await realm.state()).version;
    for (const policy of [3, 1, 0]) {
      await set(policy);
      const { version, channels, memberships, topicPolicies } = await realm.state(before);
      expect(topicPolicies).toEqual([
        { channelId: stream_id, userId: id("owner"), topic: "lunch", policy, version },
      ]);
      expect([channels, memberships]).toEqual([[], []]);
    }
    const { version } = await realm.state();
    await set(0);
    expect((await realm.state()).version).toBe(version);
  });

  test("the channels' state can be asked for its version alone", async ({ expect }) => {
    const ask = async () => {
      const { version } = await realm.call("alice", getChannelsVersion, { realmId: realm.id });
      return [version, await versionOverLink()];
    };
    expect(await ask()).toEqual([0, 0]);
    for (const change of [
      () => realm.subscribe("owner", ["a"]),
      () => realm.request("owner", unsubscribe, { subscriptions: ["a"] }),
    ]) {
      await change();
      const { version } = await realm.state();
      expect(await ask()).toEqual([version, version]);
    }
  });

  test("the channels' state is every channel with its permissions", async ({ expect }) => {
    await realm.subscribe("owner", ["a"], {
      invite_only: true,
      can_send_message_group: groupIds.readers,
      topics_policy: "disable_empty_topic",
      message_retention_days: "unlimited",
    });
    const { channels } = await realm.state();
    expect(channels).toEqual([
      {
        id: await realm.channelId("a"),
        name: "a",
        isPrivate: true,
        isWebPublic: false,
        isArchived: false,
        historyPublicToSubscribers: false,
        topicsPolicy: "disable_empty_topic",
        messageRetentionDays: -1,
        creatorId: id("owner"),
        firstMessageId: null,
        isRecentlyActive: true,
        permissions: {
          can_add_subscribers_group: groupIds["role:nobody"],
          can_administer_channel_group: { direct_members: [id("owner")], direct_subgroups: [] },
          can_create_topic_group: groupIds["role:everyone"],
          can_delete_any_message_group: groupIds["role:nobody"],
          can_delete_own_message_group: groupIds["role:nobody"],
          can_move_messages_out_of_channel_group: groupIds["role:nobody"],
          can_move_messages_within_channel_group: groupIds["role:nobody"],
          can_remove_subscribers_group: groupIds["role:administrators"],
          can_resolve_topics_group: groupIds["role:nobody"],
          can_send_message_group: groupIds.readers,
          can_subscribe_group: groupIds["role:nobody"],
        },
      },
    ]);
  });

  test("the channels' state is only what changed since the version asked from, also who left", async ({
    expect,
  }) => {
    await realm.subscribe("alice", ["a", "b"]);
    const first = await realm.state();
    await realm.request("alice", unsubscribe, { subscriptions: ["a"] });
    const second = await realm.state(first.version);
    const [a, b] = [await realm.channelId("a"), await realm.channelId("b")];
    const userId = id("alice");
    expect(second).toEqual({
      version: first.version + 1,
      channels: [],
      memberships: [{ channelId: a, userId, active: false, muted: false, version: second.version }],
      topicPolicies: [],
    });
    await realm.request("alice", updateSubscriptionProperties, {
      subscription_data: [{ stream_id: b, property: "is_muted", value: true }],
    });
    expect((await realm.state(second.version)).memberships).toEqual([
      { channelId: b, userId, active: true, muted: true, version: second.version + 1 },
    ]);
  });

  test("the channels' state includes what was answered before it was asked", async ({ expect }) => {
    for (let i = 0; i < 20; i += 1) {
      await realm.subscribe("alice", [`channel ${i}`]);
      expect((await realm.state()).memberships).toHaveLength(i + 1);
    }
  });

  test("messages are said to expire in realms that have a channel with a number of days for them", async ({
    expect,
  }) => {
    const [other, forever] = [world().realm(), world().realm()];
    const realmIds = [realm.id, other.id, forever.id];
    const expiring = () => realm.call("alice", expiringOperations.channels, { realmIds });
    await realm.subscribe("owner", ["a"]);
    await other.subscribe("owner", ["a", "b"], { message_retention_days: 3 });
    await forever.subscribe("owner", ["a"], { message_retention_days: "unlimited" });
    expect(await expiring()).toEqual({ realmIds: [other.id] });
    const stream_id = await realm.channelId("a");
    await realm.request("owner", updateChannel, { stream_id, message_retention_days: 1 });
    expect(new Set((await expiring()).realmIds)).toEqual(new Set([realm.id, other.id]));
  });
});
