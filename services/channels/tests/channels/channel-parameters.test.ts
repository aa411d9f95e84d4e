import {
  createChannel,
  createChannelFolder,
  getChannel,
  type Operation,
  type Params,
  subscribe,
  updateChannel,
} from "@team-chat/contract";
import type { ParamInputs } from "@team-chat/rpc";
import { useWorld, withAnyParams } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";
import type { z } from "zod";

import { groupIds, type Person } from "../people.ts";
import { refusalOf, refused } from "../refusal-of.ts";
import { type Realm, World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;
beforeEach(() => {
  realm = world().realm();
});

const id = (name: Person) => realm.people.id(name);

type Given = Readonly<Record<string, unknown>>;

/** Both operations that create channels, with the parameters that only one has filled in; answers the channel. */
const creating = {
  "POST /users/me/subscriptions": async (given: Given) => {
    const { description, name = "a", ...more } = given;
    const item = { name: String(name), ...(description === undefined ? {} : { description }) };
    await realm.request("owner", withAnyParams(subscribe), { subscriptions: [item], ...more });
    return realm.channelId(String(name));
  },
  "POST /channels/create": async (given: Given) => {
    const wanted = { name: "a", subscribers: [id("owner")], ...given };
    return (await realm.request("owner", createChannel, wanted)).id;
  },
} as const;

async function shown(stream_id: number) {
  const { stream } = await realm.request("owner", getChannel, { stream_id });
  return stream;
}

describe.for(Object.entries(creating))(
  "%s (docs/behaviour/channels.md#creating-a-channel)",
  ([, create]) => {
    test("a new channel has the default of every field", async ({ expect }) => {
      const began = Math.floor(Date.now() / 1000);
      const stream = await shown(await create({}));
      const nobody = groupIds["role:nobody"];
      const everyone = groupIds["role:everyone"];
      expect(stream).toEqual({
        stream_id: stream.stream_id,
        name: "a",
        is_archived: false,
        description: "",
        rendered_description: "",
        date_created: stream.date_created,
        creator_id: id("owner"),
        invite_only: false,
        is_web_public: false,
        stream_post_policy: 1,
        is_announcement_only: false,
        message_retention_days: null,
        history_public_to_subscribers: true,
        topics_policy: "inherit",
        first_message_id: null,
        folder_id: null,
        is_recently_active: true,
        stream_weekly_traffic: null,
        subscriber_count: 1,
        can_add_subscribers_group: nobody,
        can_administer_channel_group: { direct_members: [id("owner")], direct_subgroups: [] },
        can_create_topic_group: everyone,
        can_delete_any_message_group: nobody,
        can_delete_own_message_group: nobody,
        can_move_messages_out_of_channel_group: nobody,
        can_move_messages_within_channel_group: nobody,
        can_remove_subscribers_group: groupIds["role:administrators"],
        can_resolve_topics_group: nobody,
        can_send_message_group: everyone,
        can_subscribe_group: nobody,
      });
      expect(stream.date_created).toBeGreaterThanOrEqual(began);
      const { sections } = await realm.register("alice");
      expect(sections).toMatchObject({ realm_default_streams: [] });
    });

    test.for([
      [{ invite_only: true }, { invite_only: true, history_public_to_subscribers: false }],
      [
        { invite_only: true, history_public_to_subscribers: true },
        { invite_only: true, history_public_to_subscribers: true },
      ],
      [{ history_public_to_subscribers: false }, { history_public_to_subscribers: true }],
      [{ is_web_public: true }, { is_web_public: true, history_public_to_subscribers: true }],
      [{ message_retention_days: 1 }, { message_retention_days: 1 }],
      [{ message_retention_days: "realm_default" }, { message_retention_days: null }],
      [{ message_retention_days: "unlimited" }, { message_retention_days: -1 }],
      [{ message_retention_days: "forever" }, { message_retention_days: -1 }],
      [{ topics_policy: "inherit" }, { topics_policy: "inherit" }],
      [{ topics_policy: "allow_empty_topic" }, { topics_policy: "allow_empty_topic" }],
      [{ topics_policy: "disable_empty_topic" }, { topics_policy: "disable_empty_topic" }],
      [{ topics_policy: "empty_topic_only" }, { topics_policy: "empty_topic_only" }],
      [{ folder_id: null }, { folder_id: null }],
      [
        { description: " a\n*b* " },
        { description: "a *b*", rendered_description: "<p>a <em>b</em></p>" },
      ],
      [{ name: " B b " }, { name: "B b" }],
    ] as const)("a new channel takes %j", async ([given, fields], { expect }) => {
      realm.people.configure({ enable_spectator_access: true });
      const name = "name" in given ? given.name.trim() : "a";
      expect(await shown(await create({ ...given, name }))).toMatchObject(fields);
    });

    test("creating counts characters, not UTF-16 units, up to the limits (docs/behaviour/api.md#texts-and-limits)", async ({
      expect,
    }) => {
      const long = (count: number) => "𝄞".repeat(count);
      const stream_id = await create({ name: long(60), description: long(1024) });
      expect(await shown(stream_id)).toMatchObject({ name: long(60), description: long(1024) });
      await expect(create({ name: long(61) })).rejects.toThrow(
        "Channel name too long (limit: 60 characters).",
      );
      await expect(create({ description: long(1025) })).rejects.toThrow(
        /description"?\]? is too long \(limit: 1024 characters\)/,
      );
    });

    test("creating puts the channel into a folder and among the defaults", async ({ expect }) => {
      const folder = await realm.request("owner", createChannelFolder, { name: "Work" });
      const folder_id = folder.channel_folder_id;
      const stream_id = await create({ folder_id, is_default_stream: true });
      expect(await shown(stream_id)).toMatchObject({ folder_id });
      const { sections } = await realm.register("alice");
      expect(sections).toMatchObject({ realm_default_streams: [stream_id] });
    });

    test.for([
      [{ announce: "yes" }, "announce is not a boolean"],
      [{ invite_only: 1 }, "invite_only is not a boolean"],
      [{ is_web_public: 1 }, "is_web_public is not a boolean"],
      [{ is_default_stream: 1 }, "is_default_stream is not a boolean"],
      [{ history_public_to_subscribers: 1 }, "history_public_to_subscribers is not a boolean"],
      [{ send_new_subscription_messages: 1 }, "send_new_subscription_messages is not a boolean"],
      [{ folder_id: "x" }, "folder_id is not an integer"],
      [{ folder_id: 77 }, "Invalid channel folder ID"],
      [{ topics_policy: "none" }, "Invalid topics_policy"],
      [{ name: " " }, "Channel name can't be empty."],
      [{ name: "a\u0001b" }, "Invalid character in channel name, at position 2."],
    ] as const)(
      "creating refuses %j (docs/behaviour/api.md#refused-values)",
      async (row, { expect }) => {
        const [given, message] = row;
        await realm.settle();
        const before = await realm.state();
        const heard = await realm.events(() => expect(create(given)).rejects.toThrow(message));
        expect(heard).toEqual([]);
        expect(await realm.state()).toEqual(before);
      },
    );
  },
);

describe("PATCH /streams/{stream_id} (docs/behaviour/channels.md#changing-a-channel)", () => {
  const patch = (stream_id: number, given: Given) =>
    realm.request("owner", updateChannel, { stream_id, ...given });

  test.for([
    [{ description: " a\nb " }, { description: "a b", rendered_description: "<p>a b</p>" }],
    [{ new_name: " B " }, { name: "B" }],
    [{ is_private: true }, { invite_only: true, history_public_to_subscribers: false }],
    [
      { is_private: true, history_public_to_subscribers: true },
      { invite_only: true, history_public_to_subscribers: true },
    ],
    [{ is_web_public: true }, { is_web_public: true, invite_only: false }],
    [{ message_retention_days: 3 }, { message_retention_days: 3 }],
    [{ message_retention_days: "unlimited" }, { message_retention_days: -1 }],
    [{ topics_policy: "allow_empty_topic" }, { topics_policy: "allow_empty_topic" }],
    [{ topics_policy: "disable_empty_topic" }, { topics_policy: "disable_empty_topic" }],
    [{ topics_policy: "empty_topic_only" }, { topics_policy: "empty_topic_only" }],
    [{ is_archived: true }, { is_archived: false }],
  ] as const)("%j changes just that", async ([given, fields], { expect }) => {
    realm.people.configure({ enable_spectator_access: true });
    await realm.subscribe("owner", ["a"]);
    const stream_id = await realm.channelId("a");
    const before = await shown(stream_id);
    expect(await patch(stream_id, given)).toEqual({});
    expect(await shown(stream_id)).toEqual({ ...before, ...fields });
  });

  test("changing a channel counts characters as creation does (docs/behaviour/api.md#texts-and-limits)", async ({
    expect,
  }) => {
    const long = (count: number) => "𝄞".repeat(count);
    await realm.subscribe("owner", ["a"]);
    const stream_id = await realm.channelId("a");
    await patch(stream_id, { new_name: long(60), description: long(1024) });
    const before = await shown(stream_id);
    expect(before).toMatchObject({ name: long(60), description: long(1024) });
    const tooLong = [{ new_name: long(61) }, { description: long(1025) }];
    for (const given of tooLong)
      await expect(patch(stream_id, given)).rejects.toThrow("too long (limit: ");
    expect(await shown(stream_id)).toEqual(before);
  });

  test("changing a channel takes everything back that it gave", async ({ expect }) => {
    realm.people.configure({ enable_spectator_access: true });
    const folder = await realm.request("owner", createChannelFolder, { name: "Work" });
    await realm.subscribe("owner", ["a"]);
    const stream_id = await realm.channelId("a");
    const before = await shown(stream_id);
    const pairs: readonly (readonly [Given, Given])[] = [
      [{ is_private: true }, { is_private: false }],
      [{ is_web_public: true }, { is_web_public: false }],
      [{ is_web_public: true }, { is_private: true, is_web_public: false }],
      [{}, { is_private: false }],
      [{ message_retention_days: 3 }, { message_retention_days: "realm_default" }],
      [{ topics_policy: "disable_empty_topic" }, { topics_policy: "inherit" }],
      [{ folder_id: folder.channel_folder_id }, { folder_id: null }],
      [{ is_default_stream: true }, { is_default_stream: false }],
      [{ new_name: "b" }, { new_name: "a" }],
    ];
    for (const [there, back] of pairs) {
      await patch(stream_id, there);
      await patch(stream_id, back);
    }
    expect(await shown(stream_id)).toEqual(before);
    const { sections } = await realm.register("alice");
    expect(sections).toMatchObject({ realm_default_streams: [] });
  });

  /** Each is refused alone, and so must be all of what is sent along. */
  test.for([
    [{ new_name: "taken" }, "Channel name is already in use."],
    [{ history_public_to_subscribers: false, is_private: false }, "Invalid parameters"],
    [{ is_private: true, is_web_public: true }, "Invalid parameters"],
    [{ is_private: 1 }, "is_private is not a boolean"],
    [{ is_web_public: 1 }, "is_web_public is not a boolean"],
    [{ history_public_to_subscribers: 1 }, "history_public_to_subscribers is not a boolean"],
    [{ is_default_stream: 1 }, "is_default_stream is not a boolean"],
    [{ is_default_stream: true, is_private: true }, "A default channel cannot be private."],
    [{ is_archived: "no" }, "is_archived is not a boolean"],
    [{ is_archived: false }, "Channel is not currently deactivated"],
    [{ message_retention_days: 0 }, "Bad value for 'message_retention_days': 0"],
    [{ message_retention_days: "soon" }, "Bad value for 'message_retention_days': soon"],
    [{ folder_id: "x" }, "folder_id is not an integer"],
    [{ folder_id: 77 }, "Invalid channel folder ID"],
    [{ topics_policy: "none" }, "Invalid topics_policy"],
    [{ can_send_message_group: { new: 99 } }, "Invalid user group"],
    [{ can_send_message_group: {} }, 'can_send_message_group["new"] field is missing'],
    [{ can_subscribe_group: { new: 9, old: 9 } }, "'old' value does not match the expected value."],
  ] as const)(
    "changing a channel with %j changes nothing at all",
    async ([given, message], { expect }) => {
      await realm.subscribe("owner", ["a", "taken"]);
      const stream_id = await realm.channelId("a");
      const before = [await shown(stream_id), await realm.state()];
      const valid = {
        description: "New",
        new_name: "b",
        message_retention_days: 3,
        topics_policy: "disable_empty_topic",
        is_default_stream: true,
        can_add_subscribers_group: { new: groupIds.readers },
      };
      const heard = await realm.events(async () => {
        const said = await realm.notices(() =>
          expect(patch(stream_id, { ...valid, ...given })).rejects.toThrow(message),
        );
        expect(said).toEqual([]);
      });
      expect(heard).toEqual([]);
      expect([await shown(stream_id), await realm.state()]).toEqual(before);
    },
  );
});

test("what is required must be there (docs/behaviour/api.md#refused-values)", async ({
  expect,
}) => {
  const missing = (name: string) =>
    refused(`Missing '${name}' argument`, "REQUEST_VARIABLE_MISSING");
  const bare = <P extends Params, R extends z.ZodObject>(
    operation: Operation<P, R>,
    given: Given,
  ) => refusalOf(realm.request("owner", operation, given as ParamInputs<P>));
  expect(await bare(subscribe, {})).toEqual(missing("subscriptions"));
  expect(await bare(createChannel, { subscribers: [] })).toEqual(missing("name"));
  expect(await bare(createChannel, { name: "a" })).toEqual(missing("subscribers"));
});
