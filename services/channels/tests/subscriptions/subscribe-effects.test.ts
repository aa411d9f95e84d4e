import {
  listChannels,
  subscribe,
  type SubscriptionObject,
  unsubscribe,
  updateSubscriptionProperties,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import { actives, groupIds, type Person } from "../people.ts";
import { type Realm, World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;
beforeEach(() => {
  realm = world().realm();
});

const id = (name: Person) => realm.people.id(name);

describe("what subscribing does (docs/behaviour/subscriptions.md#effects-of-subscribing)", () => {
  test("missing channels are created with every given property", async ({ expect }) => {
    await realm.request("owner", subscribe, {
      subscriptions: [{ name: " Plans ", description: "one\ntwo <b>", color: "#ABC" }],
      principals: [],
      invite_only: true,
      history_public_to_subscribers: true,
      message_retention_days: 7,
      topics_policy: "disable_empty_topic",
      can_send_message_group: { direct_members: [], direct_subgroups: [groupIds.readers] },
      can_subscribe_group: {
        direct_members: [id("bob"), id("alice")],
        direct_subgroups: [groupIds.helpers],
      },
      can_resolve_topics_group: { direct_members: [], direct_subgroups: [] },
    });
    const { sections } = await realm.register("owner");
    const [plans] = sections["subscriptions"] as unknown as SubscriptionObject[];
    expect(plans).toMatchObject({
      name: "Plans",
      description: "one two <b>",
      rendered_description: "<p>one two &lt;b&gt;</p>",
      color: "#aabbcc",
      creator_id: id("owner"),
      invite_only: true,
      history_public_to_subscribers: true,
      message_retention_days: 7,
      topics_policy: "disable_empty_topic",
      subscribers: [id("owner")],
      subscriber_count: 1,
      can_administer_channel_group: { direct_members: [id("owner")], direct_subgroups: [] },
      can_send_message_group: groupIds.readers,
      can_subscribe_group: {
        direct_members: [id("alice"), id("bob")],
        direct_subgroups: [groupIds.helpers],
      },
      can_resolve_topics_group: groupIds["role:nobody"],
    });
  });

  test("history is shared in public channels whatever is asked, and protected in private ones", async ({
    expect,
  }) => {
    await realm.subscribe("owner", ["public"], { history_public_to_subscribers: false });
    await realm.subscribe("owner", ["private"], { invite_only: true });
    const { streams } = await realm.request("owner", listChannels, {});
    expect(
      streams.map(({ name, history_public_to_subscribers: shared }) => [name, shared]),
    ).toEqual([
      ["private", false],
      ["public", true],
    ]);
  });

  test("names are matched whatever the case, existing channels stay as they are", async ({
    expect,
  }) => {
    await realm.subscribe("owner", ["General"]);
    const answer = await realm.subscribe("alice", ["gENERAL", "general"], { invite_only: true });
    expect(answer).toEqual({
      subscribed: { [id("alice")]: ["General"] },
      already_subscribed: {},
      new_subscription_messages_sent: true,
    });
    const { channels } = await realm.state();
    expect(channels).toHaveLength(1);
    expect(channels[0]).toMatchObject({ name: "General", isPrivate: false });
  });

  test("principals are users by id or API email, each once", async ({ expect }) => {
    const { email } = realm.people.record("bob");
    await realm.subscribe("owner", ["a"], { principals: [email.toUpperCase(), email] });
    const answer = await realm.subscribe("owner", ["a"], {
      principals: [id("bob"), id("bot"), id("guest")],
    });
    expect(answer).toMatchObject({
      subscribed: { [id("bot")]: ["a"], [id("guest")]: ["a"] },
      already_subscribed: { [id("bob")]: ["a"] },
    });
    const { memberships } = await realm.state();
    expect(memberships.map(({ userId }) => realm.people.name(userId)).toSorted()).toEqual([
      "bob",
      "bot",
      "guest",
    ]);
  });

  test("the answer to subscribing says nothing of notices that were not wanted", async ({
    expect,
  }) => {
    const answer = await realm.subscribe("owner", ["a"], { send_new_subscription_messages: false });
    expect(answer).not.toHaveProperty("new_subscription_messages_sent");
  });

  test("colours are the requested one, else the next of the palette, and come back with the user", async ({
    expect,
  }) => {
    const colors = async () => {
      const { sections } = await realm.register("alice");
      return Object.fromEntries(
        (sections["subscriptions"] ?? []).map(({ color, name }) => [name, color]),
      );
    };
    await realm.request("alice", subscribe, {
      subscriptions: [{ name: "a" }, { name: "b", color: "#FAE589" }, { name: "c" }],
    });
    expect(await colors()).toEqual({ a: "#76ce90", b: "#fae589", c: "#a6c7e5" });
    await realm.request("alice", unsubscribe, { subscriptions: ["b"] });
    await realm.request("alice", subscribe, { subscriptions: [{ name: "b", color: "#000000" }] });
    expect((await colors())["b"]).toBe("#fae589");
  });

  // See docs/behaviour/subscriptions.md#colors.
  test("a colour counts as used as long as some channel has it, also one that was left", async ({
    expect,
  }) => {
    const [first, second, third] = ["#76ce90", "#fae589", "#a6c7e5"];
    const colorOf = async (channel: string) => {
      const { sections } = await realm.register("alice");
      return sections["subscriptions"]?.find(({ name }) => name === channel)?.["color"];
    };
    await realm.subscribe("alice", ["a", "b"]);
    await realm.request("alice", unsubscribe, { subscriptions: ["a"] });
    await realm.subscribe("alice", ["c"]);
    expect(await colorOf("c")).toBe(third);
    const stream_id = await realm.channelId("b");
    const subscription_data = [{ stream_id, property: "color", value: "#123456" }];
    await realm.request("alice", updateSubscriptionProperties, { subscription_data });
    await realm.subscribe("alice", ["d"]);
    expect(await colorOf("d")).toBe(second);
    await realm.subscribe("bob", ["d"]);
    const { sections } = await realm.register("bob");
    expect(sections["subscriptions"]?.[0]).toMatchObject({ name: "d", color: first });
  });

  test("two requests for one new channel at once make one channel", async ({ expect }) => {
    await Promise.all(
      actives
        .filter((name) => !name.startsWith("guest"))
        .map((name) => realm.subscribe(name, ["race"])),
    );
    const { channels, memberships } = await realm.state();
    expect(channels).toHaveLength(1);
    expect(memberships).toHaveLength(actives.length - 2);
  });

  test("two organizations have channels of one name that know nothing of each other", async ({
    expect,
  }) => {
    const other = world().realm();
    await realm.subscribe("owner", ["general"]);
    const heard = await realm.events(() => other.subscribe("owner", ["general", "theirs"]));
    expect(heard).toEqual([]);
    expect((await realm.state()).channels.map(({ name }) => name)).toEqual(["general"]);
    const channelId = await other.channelId("theirs");
    expect((await realm.state()).channels.map((channel) => channel.id)).not.toContain(channelId);
    expect((await other.register("alice")).sections["streams"]).toHaveLength(2);
  });
});
