import { archiveChannel, createChannel, getChannel, type InputOf } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import { groupIds, type Person } from "../people.ts";
import { insufficient, refusalOf, refused } from "../refusal-of.ts";
import { kinds, nonGuests, type Realm, without, World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;
beforeEach(() => {
  realm = world().realm();
});

type Params = Partial<InputOf<typeof createChannel>>;

const id = (name: Person) => realm.people.id(name);

const create = (name: Person, channel: string, more: Params = {}) =>
  realm.request(name, createChannel, { name: channel, subscribers: [], ...more });

const refusal = (name: Person, channel: string, more: Params = {}) =>
  refusalOf(create(name, channel, more));

const show = async (stream_id: number) => {
  const { stream } = await realm.request("owner", getChannel, { stream_id });
  return stream;
};

describe("POST /channels/create refuses (docs/behaviour/channels.md#creating-a-channel)", () => {
  test("POST /channels/create refuses guests", async ({ expect }) => {
    expect(await refusal("guest", "a")).toEqual(refused("Not allowed for guest users"));
  });

  test("POST /channels/create refuses names that are taken, also by archived and hidden channels, with 409", async ({
    expect,
  }) => {
    await create("owner", "Taken", { invite_only: true });
    const archived = await create("owner", "old");
    await realm.request("owner", archiveChannel, { stream_id: archived.id });
    for (const name of ["taken", " Taken ", "OLD"]) {
      expect(await refusal("alice", name)).toEqual(
        refused(`Channel '${name.trim()}' already exists`, "CHANNEL_ALREADY_EXISTS"),
      );
    }
  });

  test("POST /channels/create refuses empty and too long names and descriptions", async ({
    expect,
  }) => {
    expect(await refusal("owner", " ")).toEqual(refused("Channel name can't be empty."));
    expect(await refusal("owner", "x".repeat(61))).toEqual(
      refused("Channel name too long (limit: 60 characters)."),
    );
    expect(await refusal("owner", "a", { description: "x".repeat(1025) })).toEqual(
      refused("description is too long (limit: 1024 characters)"),
    );
  });

  test("whoever may not create such a channel, before saying whether the name is taken", async ({
    expect,
  }) => {
    await create("owner", "a");
    realm.people.configure({
      can_create_public_channel_group: groupIds["role:owners"],
      can_create_private_channel_group: groupIds["role:moderators"],
    });
    expect(await refusal("alice", "a")).toEqual(insufficient);
    expect(await refusal("alice", "b", { invite_only: true })).toEqual(insufficient);
    expect(await refusal("moderator", "b", { invite_only: true })).toBe("accepted");
    expect(await refusal("alice", "c", { is_default_stream: true })).toEqual(insufficient);
    expect(await refusal("owner", "c", { is_default_stream: true, invite_only: true })).toEqual(
      refused("A default channel cannot be private."),
    );
    expect(await refusal("owner", "c", { is_web_public: true })).toEqual(
      refused("Web-public channels are not enabled."),
    );
    expect(await refusal("admin", "c", { invite_only: true, message_retention_days: 3 })).toEqual(
      refused("Must be an organization owner", "UNAUTHORIZED_PRINCIPAL"),
    );
  });

  test("POST /channels/create refuses settings without meaning, unknown folders and users", async ({
    expect,
  }) => {
    expect(await refusal("owner", "a", { message_retention_days: "soon" })).toEqual(
      refused("Bad value for 'message_retention_days': soon", "REQUEST_VARIABLE_INVALID"),
    );
    expect(await refusal("owner", "a", { can_send_message_group: 99 })).toEqual(
      refused("Invalid user group"),
    );
    expect(await refusal("owner", "a", { folder_id: 5 })).toEqual(
      refused("Invalid channel folder ID"),
    );
    expect(await refusal("owner", "a", { subscribers: [5] })).toEqual(refused("No such user"));
    expect(await refusal("owner", "a", { subscribers: [id("gone")] })).toEqual(
      refused("User is deactivated"),
    );
  });
});

describe("POST /channels/create (docs/behaviour/channels.md#creating-a-channel)", () => {
  test("POST /channels/create creates the channel with every property given and the defaults of the others", async ({
    expect,
  }) => {
    const { id: channelId } = await create("owner", " a ", {
      description: "Two\nlines",
      invite_only: true,
      history_public_to_subscribers: true,
      message_retention_days: "unlimited",
      topics_policy: "empty_topic_only",
      can_subscribe_group: groupIds.readers,
    });
    expect(await show(channelId)).toMatchObject({
      name: "a",
      description: "Two lines",
      rendered_description: "<p>Two lines</p>",
      creator_id: id("owner"),
      invite_only: true,
      history_public_to_subscribers: true,
      message_retention_days: -1,
      topics_policy: "empty_topic_only",
      subscriber_count: 0,
      can_subscribe_group: groupIds.readers,
      can_administer_channel_group: { direct_members: [id("owner")], direct_subgroups: [] },
      can_send_message_group: groupIds["role:everyone"],
    });
  });

  test("POST /channels/create subscribes exactly the users named, each once", async ({
    expect,
  }) => {
    const subscribers = [id("guest"), id("bob"), id("guest")];
    const { id: channelId } = await create("alice", "a", { subscribers });
    const { memberships } = await realm.state();
    expect(new Set(memberships.map(({ userId }) => userId))).toEqual(new Set(subscribers));
    expect(memberships).toHaveLength(2);
    expect(await show(channelId)).toMatchObject({ subscriber_count: 2 });
  });

  test("POST /channels/create tells of the channel, then whoever is subscribed, then the others", async ({
    expect,
  }) => {
    const subscribers = [id("bob"), id("guest")];
    const heard = await realm.events(() =>
      create("owner", "a", { subscribers, is_default_stream: true }),
    );
    const all = [...nonGuests.slice(0, 6), "guest", ...nonGuests.slice(6)];
    expect(kinds(heard)).toEqual([
      ["stream create", all],
      ["default_streams", nonGuests],
      ["subscription add", ["bob", "guest"]],
      ["subscription peer_add", without(nonGuests, "bob")],
    ]);
  });

  test("a private channel without subscribers is told to administrators and its creator", async ({
    expect,
  }) => {
    const heard = await realm.events(() => create("alice", "a", { invite_only: true }));
    expect(kinds(heard)).toEqual([["stream create", ["owner", "admin", "alice"]]]);
  });
});
