import {
  archiveChannel,
  listChannels,
  setTopicVisibility,
  subscribe,
  unsubscribe,
  updateChannel,
  updateSubscriptionProperties,
} from "@team-chat/contract";
import { useWorld, withAnyParams } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import { groupIds, type Person } from "../people.ts";
import { insufficient, refusalOf, refused } from "../refusal-of.ts";
import { type Realm, World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;
beforeEach(() => {
  realm = world().realm();
});

const id = (name: Person) => realm.people.id(name);

async function subscribersOf(channel: string): Promise<Person[]> {
  const { channels, memberships } = await realm.state();
  const channelId = channels.find(({ name }) => name === channel)?.id;
  return memberships
    .filter((one) => one.channelId === channelId && one.active)
    .map(({ userId }) => realm.people.name(userId) as Person)
    .toSorted();
}

describe("POST /users/me/subscriptions (docs/behaviour/subscriptions.md#subscribing)", () => {
  test("subscribing tells the first of several faults in their order", async ({ expect }) => {
    await realm.subscribe("owner", ["secret"], { invite_only: true });
    await realm.subscribe("owner", ["open"]);
    realm.people.configure({
      can_create_public_channel_group: groupIds["role:owners"],
      can_add_subscribers_group: groupIds["role:owners"],
    });
    const faults = [
      [{ can_send_message_group: 99 }, refused("Invalid user group")],
      [{ subscriptions: [""] }, refused("Channel name can't be empty.")],
      [{ subscriptions: ["new"] }, insufficient],
      [{ subscriptions: ["secret"] }, refused("Unable to access channel (secret).")],
      [{ subscriptions: ["open"], principals: [5, 6] }, insufficient],
      [{ principals: [5] }, refused("No such user")],
    ] as const;
    for (let first = 0; first < faults.length - 1; first += 1) {
      const rest = faults.slice(first);
      const names = rest.flatMap(([fault]) =>
        "subscriptions" in fault ? fault.subscriptions : [],
      );
      const given = {
        subscriptions: [...names].map((name) => ({ name })),
        principals: [5],
        ...(first === 0 ? { can_send_message_group: 99 } : {}),
      };
      expect(await refusalOf(realm.request("alice", subscribe, given))).toEqual(rest[0]?.[1]);
    }
    const unknown = { subscriptions: [{ name: "open" }], principals: [5] };
    expect(await refusalOf(realm.request("owner", subscribe, unknown))).toEqual(
      refused("No such user"),
    );
  });

  // See docs/behaviour/subscriptions.md#answer-of-subscribing.
  test("the answer to subscribing has each key exactly when it is said to", async ({ expect }) => {
    const answer = (more: Parameters<Realm["subscribe"]>[2] = {}) =>
      realm.subscribe("alice", ["a"], more);
    const own = { [id("alice")]: ["a"] };
    expect(await answer()).toEqual({
      subscribed: own,
      already_subscribed: {},
      new_subscription_messages_sent: true,
    });
    const given = { authorization_errors_fatal: false, send_new_subscription_messages: false };
    expect(await answer(given)).toEqual({
      subscribed: {},
      already_subscribed: own,
      unauthorized: [],
    });
  });

  test("members of can_add_subscribers_group add others to a private channel they are not in", async ({
    expect,
  }) => {
    await realm.subscribe("owner", ["secret"], {
      invite_only: true,
      can_add_subscribers_group: groupIds.helpers,
    });
    await realm.subscribe("reader", ["secret"], { principals: [id("bob"), id("bot")] });
    expect(await subscribersOf("secret")).toEqual(["bob", "bot", "owner"]);
    expect(
      await refusalOf(realm.subscribe("moderator", ["secret"], { principals: [id("alice")] })),
    ).toEqual(refused("Unable to access channel (secret)."));
    // Guests hold it in no channel, though they are in the group (docs/behaviour/channels.md#permissions-of-a-channel).
    expect(await refusalOf(realm.subscribe("guest", ["secret"]))).toEqual(
      refused("Not allowed for guest users"),
    );
  });

  test("members of can_subscribe_group join a private channel themselves", async ({ expect }) => {
    await realm.subscribe("owner", ["secret"], {
      invite_only: true,
      can_subscribe_group: groupIds.readers,
    });
    await realm.subscribe("reader", ["secret"]);
    expect(await subscribersOf("secret")).toEqual(["owner", "reader"]);
  });

  test("subscribing gives every colour of the palette in its order, then goes on (docs/behaviour/subscriptions.md#colors)", async ({
    expect,
  }) => {
    const palette =
      "#76ce90, #fae589, #a6c7e5, #e79ab5, #bfd56f, #f4ae55, #b0a5fd, #addfe5, #f5ce6e, #c2726a, #94c849, #bd86e5, #ee7e4a, #a6dcbf, #95a5fd, #53a063, #9987e1, #e4523d, #c2c2c2, #4f8de4, #c6a8ad, #e7cc4d, #c8bebf, #a47462".split(
        ", ",
      );
    const names = Array.from({ length: 26 }, (_, i) => `channel ${String(i).padStart(2, "0")}`);
    await realm.subscribe("alice", names);
    const { sections } = await realm.register("alice");
    const colors = (sections["subscriptions"] ?? []).map(({ color }) => color);
    expect(colors.slice(0, 24)).toEqual(palette);
    for (const color of colors.slice(24)) expect(palette).toContain(color);
  });

  test("subscribing to nothing does nothing", async ({ expect }) => {
    const heard = await realm.events(async () => {
      expect(await realm.subscribe("alice", [])).toMatchObject({ subscribed: {} });
    });
    expect(heard).toEqual([]);
  });

  test.for([
    [{ subscriptions: {} }, "subscriptions is not a list"],
    [{ subscriptions: [{ name: 5 }] }, 'subscriptions[0]["name"] is not a string'],
    [{ authorization_errors_fatal: 1 }, "authorization_errors_fatal is not a boolean"],
  ] as const)(
    "subscribing refuses %j (docs/behaviour/api.md#refused-values)",
    async ([given, message], { expect }) => {
      const request = { subscriptions: [{ name: "a" }], ...given };
      expect(await refusalOf(realm.request("alice", withAnyParams(subscribe), request))).toEqual(
        refused(message),
      );
      expect((await realm.state()).channels).toEqual([]);
    },
  );
});

describe("an archived channel (docs/behaviour/channels.md#archiving)", () => {
  beforeEach(async () => {
    await realm.subscribe("owner", ["old"], { principals: [id("owner"), id("alice")] });
    await realm.request("owner", archiveChannel, { stream_id: await realm.channelId("old") });
  });

  test("an archived channel is joined and left like any other", async ({ expect }) => {
    const answer = await realm.subscribe("bob", ["old"], { principals: [id("reader")] });
    expect(answer.subscribed).toEqual({ [id("reader")]: ["old"] });
    await realm.request("alice", unsubscribe, { subscriptions: ["old"] });
    expect(await subscribersOf("old")).toEqual(["owner", "reader"]);
  });

  test("an archived channel may change its privacy, and its subscribers their settings", async ({
    expect,
  }) => {
    const stream_id = await archivedId();
    await realm.request("owner", updateChannel, { stream_id, is_private: true });
    const data = { stream_id, property: "pin_to_top", value: true };
    await realm.request("alice", updateSubscriptionProperties, { subscription_data: [data] });
    const { sections } = await realm.register("alice", {
      capabilities: { archived_channels: true, notification_settings_null: true },
    });
    expect(sections["subscriptions"]).toMatchObject([
      { stream_id, is_archived: true, invite_only: true, pin_to_top: true },
    ]);
  });

  test("an archived channel still has its name, and comes back with its subscribers", async ({
    expect,
  }) => {
    const stream_id = await archivedId();
    await realm.subscribe("alice", ["other"]);
    const rename = { stream_id: await realm.channelId("other"), new_name: "OLD" };
    expect(await refusalOf(realm.request("owner", updateChannel, rename))).toEqual(
      refused("Channel name is already in use."),
    );
    await realm.request("owner", updateChannel, { stream_id, is_archived: false });
    expect(await subscribersOf("old")).toEqual(["alice", "owner"]);
  });

  async function archivedId(): Promise<number> {
    const { channels } = await realm.state();
    return channels.find(({ name }) => name === "old")?.id ?? 0;
  }
});

describe("POST /user_topics (docs/behaviour/subscriptions.md#topic-preferences)", () => {
  const set = (name: Person, given: Readonly<Record<string, unknown>>) =>
    realm.request(name, withAnyParams(setTopicVisibility), given);
  const topics = async (name: Person) =>
    ((await realm.register(name)).sections["user_topics"] ?? []).map((one) => [
      one["topic_name"],
      one["visibility_policy"],
    ]);

  test("setting a topic's visibility needs every parameter, of its type", async ({ expect }) => {
    await realm.subscribe("alice", ["a"]);
    const whole = { stream_id: await realm.channelId("a"), topic: "t", visibility_policy: 1 };
    for (const name of Object.keys(whole)) {
      const { [name as keyof typeof whole]: _, ...rest } = whole;
      expect(await refusalOf(set("alice", rest))).toEqual(
        refused(`Missing '${name}' argument`, "REQUEST_VARIABLE_MISSING"),
      );
    }
    for (const visibility_policy of [4, -1])
      expect(await refusalOf(set("alice", { ...whole, visibility_policy }))).toEqual(
        refused("Invalid visibility_policy: Value error, Not in the list of possible values"),
      );
    expect(await refusalOf(set("alice", { ...whole, visibility_policy: "x" }))).toEqual(
      refused("visibility_policy is not an integer"),
    );
    expect(await topics("alice")).toEqual([]);
    expect(await refusalOf(set("alice", { ...whole, topic: "𝄞".repeat(60) }))).toBe("accepted");
  });

  test("a topic's visibility is for those who read the channel, subscribed or not, and stays when they leave it", async ({
    expect,
  }) => {
    await realm.subscribe("owner", ["open"], { principals: [id("guest")] });
    await realm.subscribe("alice", ["secret"], { invite_only: true });
    const [open, secret] = [await realm.channelId("open"), await realm.channelId("secret")];
    await set("bob", { stream_id: open, topic: "t", visibility_policy: 2 });
    await set("guest", { stream_id: open, topic: "t", visibility_policy: 3 });
    await set("alice", { stream_id: secret, topic: "t", visibility_policy: 1 });
    await realm.request("alice", unsubscribe, { subscriptions: ["secret"] });
    expect(await topics("bob")).toEqual([["t", 2]]);
    expect(await topics("guest")).toEqual([["t", 3]]);
    expect(await topics("alice")).toEqual([["t", 1]]);
    expect(
      await refusalOf(set("alice", { stream_id: secret, topic: "t", visibility_policy: 2 })),
    ).toEqual(refused("Invalid channel ID"));
    // Or nobody could be rid of it.
    await set("alice", { stream_id: secret, topic: "T", visibility_policy: 0 });
    expect(await topics("alice")).toEqual([]);
  });
});

test.for([
  "include_public",
  "include_web_public",
  "include_subscribed",
  "exclude_archived",
  "include_all",
  "include_default",
  "include_owner_subscribed",
  "include_can_access_content",
  "include_all_active",
])(
  "%s of GET /streams is a boolean (docs/behaviour/channels.md#listing-channels)",
  async (name, { expect }) => {
    expect(
      await refusalOf(realm.request("alice", withAnyParams(listChannels), { [name]: 1 })),
    ).toEqual(refused(`${name} is not a boolean`));
  },
);
