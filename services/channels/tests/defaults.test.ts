// What is left out is as its default: the answer, or the change, is the same.
import {
  archiveChannel,
  createChannel,
  createChannelFolder,
  getChannel,
  type InputOf,
  listChannelFolders,
  listChannels,
  listSubscriptions,
  type subscribe,
  updateChannel,
  updateChannelFolder,
  updateSubscriptions,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import type { Person } from "./people.ts";
import { refusalOf, refused } from "./refusal-of.ts";
import { type Realm, World } from "./world.ts";

const world = useWorld(() => World.create());
let realm: Realm;

beforeEach(() => {
  realm = world().realm();
});

const id = (name: Person) => realm.people.id(name);

/** Parameters that both operations that subscribe take. */
type Given = Omit<
  Parameters<typeof realm.request<typeof subscribe.params, never>>[2],
  "subscriptions"
>;

const subscribing = {
  "POST /users/me/subscriptions": (name: Person, channels: readonly string[], given: Given) =>
    realm.subscribe(name, channels, given),
  "PATCH /users/me/subscriptions": (name: Person, channels: readonly string[], given: Given) =>
    realm.request(name, updateSubscriptions, {
      add: channels.map((channel) => ({ name: channel })),
      ...given,
    }),
} as const;

const operations = Object.entries(subscribing);

describe.for(operations)(
  "%s by default (docs/behaviour/subscriptions.md#answer-of-subscribing)",
  ([, ask]) => {
    test("send_new_subscription_messages tells those who are subscribed, as with true", async ({
      expect,
    }) => {
      const announced = async (channel: string, given: Given) => {
        await realm.subscribe("owner", [channel]);
        let sent: boolean | undefined;
        const said = await realm.notices(async () => {
          const answer = await ask("owner", [channel], { principals: [id("alice")], ...given });
          sent = answer.new_subscription_messages_sent;
        });
        return { sent, to: said.map(({ to }) => to) };
      };
      const left = await announced("a", {});
      expect(left).toEqual({ sent: true, to: [{ kind: "users", userIds: [id("alice")] }] });
      expect(await announced("b", { send_new_subscription_messages: true })).toEqual(left);
      expect(await announced("c", { send_new_subscription_messages: false })).toEqual({
        sent: undefined,
        to: [],
      });
    });

    // See docs/behaviour/subscriptions.md#who-may-subscribe.
    test("subscribing without authorization_errors_fatal refuses all, as when it is true", async ({
      expect,
    }) => {
      await realm.subscribe("owner", ["secret"], { invite_only: true });
      const { subscribed } = await realm.subscribe("bob", ["open"]);
      expect(subscribed).toEqual({ [id("bob")]: ["open"] });
      const refusal = refused("Unable to access channel (secret).");
      const both = ["open", "secret"];
      for (const given of [{}, { authorization_errors_fatal: true }])
        expect(await refusalOf(ask("alice", both, given))).toEqual(refusal);
      const of = async () => (await realm.request("alice", listSubscriptions, {})).subscriptions;
      expect(await of()).toEqual([]);
      const answer = await ask("alice", both, { authorization_errors_fatal: false });
      expect(answer).toMatchObject({
        subscribed: { [id("alice")]: ["open"] },
        unauthorized: ["secret"],
      });
      expect(await of()).toMatchObject([{ name: "open" }]);
      const again = await ask("alice", ["open"], {});
      expect(again).toMatchObject({ subscribed: {}, already_subscribed: answer.subscribed });
      expect(again).not.toHaveProperty("unauthorized");
      const fatal = { authorization_errors_fatal: true };
      expect(await ask("alice", ["open"], fatal)).toEqual(again);
    });
  },
);

describe("joining and leaving at once (docs/behaviour/subscriptions.md#subscribing-and-unsubscribing-together)", () => {
  test("an update of subscriptions without add only leaves, and says what was not subscribed", async ({
    expect,
  }) => {
    await realm.subscribe("owner", ["a", "b", "c"]);
    await realm.subscribe("alice", ["a", "c"]);
    const given = { delete: ["a", "b"] };
    expect(await realm.request("alice", updateSubscriptions, given)).toEqual({
      subscribed: {},
      already_subscribed: {},
      removed: ["a"],
      not_removed: ["b"],
    });
    const { subscriptions } = await realm.request("alice", listSubscriptions, {});
    expect(subscriptions).toMatchObject([{ name: "c" }]);
  });
});

test("nobody is told of being subscribed to a new channel (docs/behaviour/channels.md#notices)", async ({
  expect,
}) => {
  const announced = async (name: string, given: Partial<InputOf<typeof createChannel>>) => {
    const subscribers = [id("owner"), id("alice")];
    const said = await realm.notices(() =>
      realm.request("owner", createChannel, { name, subscribers, ...given }),
    );
    const { subscriptions } = await realm.request("alice", listSubscriptions, {});
    expect(subscriptions.map((channel) => channel.name)).toContain(name);
    return said.map(({ to }) => (to.kind === "channel" ? to.topic : to));
  };
  expect(await announced("a", {})).toEqual(["channel events"]);
  expect(await announced("b", { send_new_subscription_messages: true })).toEqual([
    "channel events",
  ]);
  expect(await announced("c", { send_new_subscription_messages: false })).toEqual([
    "channel events",
  ]);
});

test("shared history is taken back, and shared again (docs/behaviour/channels.md#privacy)", async ({
  expect,
}) => {
  await realm.subscribe("owner", ["a"], { invite_only: true, history_public_to_subscribers: true });
  const stream_id = await realm.channelId("a");
  for (const history_public_to_subscribers of [false, true]) {
    const heard = await realm.events(() =>
      realm.request("owner", updateChannel, { stream_id, history_public_to_subscribers }),
    );
    const { stream } = await realm.request("owner", getChannel, { stream_id });
    expect(stream).toMatchObject({ invite_only: true, history_public_to_subscribers });
    expect(heard.map(({ event }) => event)).toMatchObject([
      { type: "stream", op: "update", stream_id, history_public_to_subscribers },
    ]);
  }
});

describe("GET /streams without a selector is as with its default (docs/behaviour/channels.md#listing-channels)", () => {
  type Selectors = Partial<InputOf<typeof listChannels>>;
  const none: Selectors = { include_public: false, include_subscribed: false };
  const open = ["default", "public", "web"];
  const all = ["default", "private", "public", "web"];

  beforeEach(async () => {
    realm.people.configure({ enable_spectator_access: true });
    await realm.subscribe("admin", ["default"], { is_default_stream: true });
    await realm.subscribe("owner", ["web"], { is_web_public: true });
    await realm.subscribe("alice", ["public", "old"]);
    await realm.subscribe("alice", ["private"], { invite_only: true });
    const stream_id = await realm.channelId("old");
    await realm.request("owner", archiveChannel, { stream_id });
  });

  test.for<{
    readonly name: keyof Selectors;
    readonly usual: boolean;
    readonly by: Person;
    readonly base: Selectors;
    readonly left: readonly string[];
    readonly other: readonly string[];
  }>([
    {
      name: "include_public",
      usual: true,
      by: "bob",
      base: { include_subscribed: false },
      left: open,
      other: [],
    },
    {
      name: "include_subscribed",
      usual: true,
      by: "alice",
      base: { include_public: false },
      left: ["private", "public"],
      other: [],
    },
    {
      name: "exclude_archived",
      usual: true,
      by: "bob",
      base: {},
      left: open,
      other: ["default", "old", "public", "web"],
    },
    {
      name: "include_web_public",
      usual: false,
      by: "guest2",
      base: none,
      left: [],
      other: ["web"],
    },
    { name: "include_all", usual: false, by: "owner", base: none, left: [], other: all },
    { name: "include_all_active", usual: false, by: "owner", base: none, left: [], other: all },
    {
      name: "include_default",
      usual: false,
      by: "bob",
      base: none,
      left: [],
      other: ["default"],
    },
    {
      name: "include_owner_subscribed",
      usual: false,
      by: "bot",
      base: none,
      left: [],
      other: ["private", "public"],
    },
    {
      name: "include_can_access_content",
      usual: false,
      by: "bob",
      base: none,
      left: [],
      other: open,
    },
  ])(
    "listing channels does without $name what it does with the default",
    async ({ name, base, by, left, other, usual }, { expect }) => {
      const names = async (given: Selectors) => {
        const { streams } = await realm.request(by, listChannels, { ...base, ...given });
        return streams.map((channel) => channel.name);
      };
      expect(await names({})).toEqual(left);
      expect(await names({ [name]: usual })).toEqual(left);
      expect(await names({ [name]: !usual })).toEqual(other);
    },
  );
});

test("GET /channel_folders leaves out archived folders (docs/behaviour/channels.md#channel-folders)", async ({
  expect,
}) => {
  for (const name of ["a", "b"]) await realm.request("owner", createChannelFolder, { name });
  const list = async (given: Partial<InputOf<typeof listChannelFolders>>) => {
    const { channel_folders } = await realm.request("alice", listChannelFolders, given);
    return channel_folders.map(({ id: folderId, is_archived, name }) => ({
      folderId,
      is_archived,
      name,
    }));
  };
  const [first, second] = await list({});
  await realm.request("owner", updateChannelFolder, {
    channel_folder_id: first?.folderId ?? 0,
    is_archived: true,
  });
  expect(await list({})).toEqual([second]);
  expect(await list({ include_archived: false })).toEqual([second]);
  expect(await list({ include_archived: true })).toEqual([{ ...first, is_archived: true }, second]);
});
