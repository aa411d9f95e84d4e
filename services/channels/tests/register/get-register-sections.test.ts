import {
  archiveChannel,
  operations,
  setTopicVisibility,
  unsubscribe,
  updateChannel,
  updateSubscriptionProperties,
} from "@team-chat/contract";
import { parseSnapshot } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import type { Person } from "../people.ts";
import { type Realm, World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;
beforeEach(() => {
  realm = world().realm();
});

const id = (name: Person) => realm.people.id(name);

describe("the channels' sections of the initial data (docs/behaviour/subscriptions.md#listing-subscriptions)", () => {
  test("the channels' sections of the initial data are only those asked for", async ({
    expect,
  }) => {
    const keys = async (fetch: string[] | null) =>
      Object.keys((await realm.register("alice", { fetch })).sections).toSorted();
    expect(await keys([])).toEqual([]);
    expect(await keys(["message", "realm_user"])).toEqual([]);
    expect(await keys(["subscription"])).toEqual([
      "never_subscribed",
      "subscriptions",
      "unsubscribed",
    ]);
    expect(await keys(["stream"])).toEqual(["streams"]);
    expect(await keys(["default_streams", "default_stream_groups", "channel_folders"])).toEqual([
      "channel_folders",
      "realm_default_stream_groups",
      "realm_default_streams",
    ]);
    expect(await keys(["muted_topics"])).toEqual(["muted_topics"]);
    expect(await keys(["muted_topics", "user_topic"])).toEqual(["user_topics"]);
    expect(await keys(null)).toEqual([
      "channel_folders",
      "never_subscribed",
      "realm_default_stream_groups",
      "realm_default_streams",
      "streams",
      "subscriptions",
      "unsubscribed",
      "user_topics",
    ]);
  });

  // See docs/behaviour/channels.md#default-channels.
  test("the channels' sections of the initial data have no groups of default channels, which no operation makes", async ({
    expect,
  }) => {
    await realm.subscribe("owner", ["a"], { is_default_stream: true });
    for (const name of ["owner", "alice", "guest"] as const) {
      const { sections } = await realm.register(name, { fetch: ["default_stream_groups"] });
      expect(sections).toEqual({ realm_default_stream_groups: [] });
    }
    expect(operations.filter(({ path }) => path.includes("default_stream_group"))).toEqual([]);
  });

  test("the channels' sections of the initial data come with the snapshot they were read in", async ({
    expect,
  }) => {
    const { snapshot } = await realm.register("alice");
    expect(parseSnapshot(snapshot).xmax).toBeGreaterThan(0n);
  });

  test("the channels' sections of the initial data put every visible channel into exactly one of three lists, by name", async ({
    expect,
  }) => {
    await realm.subscribe("alice", ["c", "a", "b"]);
    await realm.subscribe("owner", ["d", "hidden"], { invite_only: true });
    await realm.subscribe("owner", ["other"]);
    await realm.request("alice", unsubscribe, { subscriptions: ["b"] });
    const names = async (name: Person) => {
      const { sections } = await realm.register(name);
      return ["subscriptions", "unsubscribed", "never_subscribed"].map((list) =>
        (sections[list] ?? []).map((channel) => channel["name"]),
      );
    };
    expect(await names("alice")).toEqual([["a", "c"], ["b"], ["other"]]);
    expect(await names("bob")).toEqual([[], [], ["a", "b", "c", "other"]]);
    expect(await names("admin")).toEqual([[], [], ["a", "b", "c", "d", "hidden", "other"]]);
    expect(await names("guest")).toEqual([[], [], []]);
  });

  test("a channel that vanished and appeared anew is listed as never subscribed to", async ({
    expect,
  }) => {
    const capabilities = { archived_channels: true };
    const listsOf = async (who: Person, request: Parameters<Realm["register"]>[1]) => {
      const { sections } = await realm.register(who, request);
      return ["subscriptions", "unsubscribed", "never_subscribed"].map((list) =>
        (sections[list] ?? []).map((channel) => channel["name"]),
      );
    };
    const principals = [id("owner"), id("alice"), id("bob")];
    await realm.subscribe("owner", ["secret", "old"], { invite_only: true, principals });
    await realm.request("alice", unsubscribe, { subscriptions: ["secret"] });
    const secret = await realm.channelId("secret");
    await realm.request("owner", updateChannel, { stream_id: secret, is_private: false });
    expect(await listsOf("alice", { capabilities })).toEqual([["old"], [], ["secret"]]);
    await realm.request("bob", unsubscribe, { subscriptions: ["secret"] });
    expect(await listsOf("bob", { capabilities })).toEqual([["old"], ["secret"], []]);
    await realm.request("owner", archiveChannel, { stream_id: secret });
    await realm.request("owner", updateChannel, { stream_id: secret, is_archived: false });
    expect(await listsOf("bob", { capabilities })).toEqual([["old"], ["secret"], []]);
    expect(await listsOf("bob", {})).toEqual([["old"], [], ["secret"]]);
    await realm.subscribe("owner", ["secret"], { principals });
    await realm.request("bob", unsubscribe, { subscriptions: ["secret"] });
    expect(await listsOf("bob", {})).toEqual([["old"], ["secret"], []]);
  });

  test("the channels' sections of the initial data list subscribers only when asked for, everywhere", async ({
    expect,
  }) => {
    await realm.subscribe("alice", ["a"], { principals: [id("bob")] });
    for (const name of ["alice", "bob"] as const) {
      for (const includeSubscribers of ["true", "partial"] as const) {
        const { sections } = await realm.register(name, { includeSubscribers });
        const [channel] = [
          ...(sections["subscriptions"] ?? []),
          ...(sections["never_subscribed"] ?? []),
        ];
        expect(channel?.["subscribers"]).toEqual([id("bob")]);
      }
      const { sections } = await realm.register(name, { includeSubscribers: "false" });
      expect(JSON.stringify(sections)).not.toContain('"subscribers"');
    }
  });

  // See docs/behaviour/subscriptions.md#partial-lists-of-subscribers.
  test("large channels list part of their subscribers when that is enough: bots and those who were lately there", async ({
    expect,
  }) => {
    const users = Array.from({ length: 249 }, () => realm.people.join({}).id);
    const many = { principals: [...users, id("bot")], send_new_subscription_messages: false };
    await realm.subscribe("owner", ["large", "small"], many);
    await realm.request("owner", unsubscribe, {
      subscriptions: ["small"],
      principals: [id("bot")],
    });
    realm.people.recent = [users[3] ?? 0, users[200] ?? 0, id("bob")];
    const listed = async (includeSubscribers: "partial" | "true") => {
      const { sections } = await realm.register("owner", { includeSubscribers });
      return sections["never_subscribed"];
    };
    expect(await listed("partial")).toMatchObject([
      { name: "large", partial_subscribers: [id("bot"), users[3], users[200]] },
      { name: "small", subscribers: users },
    ]);
    expect(JSON.stringify(await listed("partial"))).not.toContain(`"subscribers":[${id("bot")}`);
    expect(await listed("true")).toMatchObject([
      { name: "large", subscribers: [id("bot"), ...users] },
      { name: "small", subscribers: users },
    ]);
  });

  test("the channels' sections of the initial data replace null by the user's defaults for clients that do not know it", async ({
    expect,
  }) => {
    await realm.subscribe("alice", ["a", "b"]);
    const data = { stream_id: await realm.channelId("b"), property: "push_notifications" };
    await realm.request("alice", updateSubscriptionProperties, {
      subscription_data: [{ ...data, value: false }],
    });
    realm.people.change("alice", {
      settings: { enable_stream_push_notifications: true, wildcard_mentions_notify: true },
    });
    const settings = async (capabilities: Record<string, boolean>) =>
      (await realm.register("alice", { capabilities })).sections["subscriptions"]?.map((sub) => [
        sub["push_notifications"],
        sub["email_notifications"],
        sub["wildcard_mentions_notify"],
      ]);
    expect(await settings({})).toEqual([
      [true, false, null],
      [false, false, null],
    ]);
    expect(await settings({ notification_settings_null: true })).toEqual([
      [null, null, null],
      [false, null, null],
    ]);
  });

  test("the channels' sections of the initial data are everybody's own when many register at the same time", async ({
    expect,
  }) => {
    await realm.subscribe("alice", ["a", "b"], { principals: [id("alice"), id("bob")] });
    await realm.subscribe("owner", ["hidden"], { invite_only: true });
    const stream_id = await realm.channelId("a");
    await realm.request("alice", updateSubscriptionProperties, {
      subscription_data: [{ stream_id, property: "pin_to_top", value: true }],
    });
    await realm.request("bob", setTopicVisibility, {
      stream_id,
      topic: "Lunch",
      visibility_policy: 3,
    });
    const names = ["alice", "bob", "owner", "guest"] as const;
    const alone = [];
    for (const name of names) alone.push((await realm.register(name)).sections);
    expect(new Set(alone.map((sections) => JSON.stringify(sections))).size).toBe(4);
    const together = await Promise.all(names.map((name) => realm.register(name)));
    expect(together.map(({ sections }) => sections)).toEqual(alone);
  });

  test("the channels' sections of the initial data name the default channels, but not to guests", async ({
    expect,
  }) => {
    await realm.subscribe("admin", ["a"], { is_default_stream: true, principals: [id("guest")] });
    const defaults = async (name: Person) =>
      (await realm.register(name)).sections["realm_default_streams"];
    expect(await defaults("alice")).toEqual([await realm.channelId("a")]);
    expect(await defaults("guest")).toEqual([]);
  });

  test("the channels' sections of the initial data show a permission that the user has through nested groups at once", async ({
    expect,
  }) => {
    await realm.subscribe("owner", ["a"], { invite_only: true, can_subscribe_group: 10 });
    const streams = async () => (await realm.register("bob")).sections["streams"];
    expect(await streams()).toEqual([]);
    realm.people.state.groups = realm.people.state.groups.map((group) =>
      group.name === "readers" ? { ...group, members: [id("bob")] } : group,
    );
    realm.people.configure({});
    expect(await streams()).toHaveLength(1);
  });

  test("the channels' sections of the initial data are of the moment they were asked for, although others keep writing", async ({
    expect,
  }) => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, async (_, i) => {
        await realm.subscribe("owner", [`channel ${i}`]);
        return realm.register("owner");
      }),
    );
    for (const [i, { sections }] of answers.entries())
      expect((sections["subscriptions"] ?? []).map(({ name }) => name)).toContain(`channel ${i}`);
  });
});
