import { getChannel, type InputOf, updateChannel } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import { groupIds, type Person } from "../people.ts";
import { insufficient, invalidId, refusalOf, refused } from "../refusal-of.ts";
import { type Realm, World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;
beforeEach(() => {
  realm = world().realm();
});

type Changes = Partial<Omit<InputOf<typeof updateChannel>, "stream_id">>;

const id = (name: Person) => realm.people.id(name);

const update = async (name: Person, channel: string, changes: Changes) =>
  realm.request(name, updateChannel, { stream_id: await realm.channelId(channel), ...changes });

const refusal = (name: Person, channel: string, changes: Changes) =>
  refusalOf(update(name, channel, changes));

const show = async (channel: string) => {
  const { stream } = await realm.request("owner", getChannel, {
    stream_id: await realm.channelId(channel),
  });
  return stream;
};

const noContent = refused("Channel content access is required.");

describe("PATCH /streams/{stream_id} refuses (docs/behaviour/channels.md#changing-a-channel)", () => {
  test("changing a channel is refused to those who do not administer it, and hidden ones stay hidden", async ({
    expect,
  }) => {
    await realm.subscribe("owner", ["a"], { can_administer_channel_group: groupIds.readers });
    await realm.subscribe("owner", ["secret"], { invite_only: true });
    const changes = { description: "New" };
    expect(await refusal("alice", "a", changes)).toEqual(
      refused("You do not have permission to administer this channel."),
    );
    expect(await refusal("alice", "secret", changes)).toEqual(invalidId);
    expect(await refusal("guest", "a", changes)).toEqual(invalidId);
    expect(
      await refusalOf(realm.request("owner", updateChannel, { stream_id: 0, ...changes })),
    ).toEqual(invalidId);
    expect(await refusal("reader", "a", changes)).toBe("accepted");
    expect(await refusal("admin", "secret", changes)).toBe("accepted");
  });

  test("changing a channel refuses privacy that contradicts itself", async ({ expect }) => {
    await realm.subscribe("owner", ["a"]);
    const invalid = refused("Invalid parameters");
    expect(await refusal("owner", "a", { history_public_to_subscribers: false })).toEqual(invalid);
    expect(await refusal("owner", "a", { is_private: true, is_web_public: true })).toEqual(invalid);
    const hidden = { is_private: false, history_public_to_subscribers: false };
    expect(await refusal("owner", "a", hidden)).toEqual(invalid);
    const both = { is_private: true, is_default_stream: true };
    const defaultPrivate = refused("A default channel cannot be private.");
    expect(await refusal("owner", "a", both)).toEqual(defaultPrivate);
    await update("owner", "a", { is_default_stream: true });
    expect(await refusal("owner", "a", { is_private: true })).toEqual(defaultPrivate);
    const notDefault = { is_private: true, is_default_stream: false };
    expect(await refusal("owner", "a", notDefault)).toBe("accepted");
  });

  test("changing a channel refuses privacy decided by those who may not read, or may not create such channels", async ({
    expect,
  }) => {
    await realm.subscribe("alice", ["secret"], { invite_only: true });
    expect(await refusal("owner", "secret", { is_private: false })).toEqual(noContent);
    expect(await refusal("owner", "secret", { history_public_to_subscribers: true })).toEqual(
      noContent,
    );
    expect(await refusal("alice", "secret", { history_public_to_subscribers: true })).toBe(
      "accepted",
    );
    realm.people.configure({
      can_create_public_channel_group: groupIds["role:owners"],
      can_create_private_channel_group: groupIds["role:owners"],
    });
    expect(await refusal("alice", "secret", { is_private: false })).toEqual(insufficient);
    expect(await refusal("alice", "secret", { is_private: true })).toBe("accepted");
    await realm.subscribe("owner", ["open"], { can_administer_channel_group: groupIds.readers });
    expect(await refusal("reader", "open", { is_private: true })).toEqual(insufficient);
  });

  test("changing a channel refuses spectators unless installation, organization and actor allow it", async ({
    expect,
  }) => {
    await realm.subscribe("owner", ["a"]);
    expect(await refusal("owner", "a", { is_web_public: true })).toEqual(
      refused("Web-public channels are not enabled."),
    );
    realm.people.configure({ enable_spectator_access: true });
    expect(await refusal("admin", "a", { is_web_public: true })).toEqual(insufficient);
    expect(await refusal("owner", "a", { is_web_public: true })).toBe("accepted");
    expect(await refusal("owner", "a", { is_private: true })).toEqual(
      refused("Invalid parameters"),
    );
  });

  test("a channel for reports of messages is refused when public", async ({ expect }) => {
    await realm.subscribe("owner", ["reports"], { invite_only: true });
    realm.people.configure({ moderation_request_channel_id: await realm.channelId("reports") });
    expect(await refusal("owner", "reports", { is_private: false })).toEqual(
      refused("Moderation request channel must be private."),
    );
  });

  test("changing a channel refuses defaults, retention and topics to those who may not decide", async ({
    expect,
  }) => {
    await realm.subscribe("alice", ["a"]);
    expect(await refusal("alice", "a", { is_default_stream: false })).toEqual(
      refused("You do not have permission to change default channels."),
    );
    expect(await refusal("admin", "a", { message_retention_days: 3 })).toEqual(
      refused("Must be an organization owner", "UNAUTHORIZED_PRINCIPAL"),
    );
    for (const days of [0, "soon"]) {
      expect(await refusal("owner", "a", { message_retention_days: days })).toEqual(
        refused(`Bad value for 'message_retention_days': ${days}`, "REQUEST_VARIABLE_INVALID"),
      );
    }
    realm.people.configure({ can_set_topics_policy_group: groupIds["role:owners"] });
    expect(await refusal("alice", "a", { topics_policy: "disable_empty_topic" })).toEqual(
      insufficient,
    );
    expect(await refusal("alice", "a", { topics_policy: "inherit" })).toBe("accepted");
    world().messages.hasNamedTopics = true;
    expect(await refusal("owner", "a", { topics_policy: "empty_topic_only" })).toEqual(
      refused(
        `To enable this, all messages of this channel must be in the "general chat" topic. Rename or delete other topics first.`,
        "CANNOT_SET_TOPICS_POLICY_TO_EMPTY_TOPIC_ONLY",
      ),
    );
    world().messages.hasNamedTopics = false;
    expect(await refusal("owner", "a", { topics_policy: "empty_topic_only" })).toBe("accepted");
  });

  test("changing a channel refuses names that are taken, the same, empty or too long, and long descriptions", async ({
    expect,
  }) => {
    await realm.subscribe("owner", ["a", "b"]);
    const rename = (new_name: string) => refusal("owner", "a", { new_name });
    expect(await rename(" a ")).toEqual(refused("Channel already has that name."));
    expect(await rename("B")).toEqual(refused("Channel name is already in use."));
    expect(await rename(" ")).toEqual(refused("Channel name can't be empty."));
    expect(await rename("x".repeat(61))).toEqual(
      refused("Channel name too long (limit: 60 characters)."),
    );
    expect(await refusal("owner", "a", { description: "x".repeat(1025) })).toEqual(
      refused("description is too long (limit: 1024 characters)"),
    );
    expect(await refusal("owner", "a", { folder_id: 5 })).toEqual(
      refused("Invalid channel folder ID"),
    );
  });

  test("unarchiving is refused for active and for empty private channels", async ({ expect }) => {
    await realm.subscribe("owner", ["a"]);
    expect(await refusal("owner", "a", { is_archived: false })).toEqual(
      refused("Channel is not currently deactivated"),
    );
    expect(await refusal("owner", "a", { is_archived: true })).toBe("accepted");
    expect(await show("a")).toMatchObject({ is_archived: false });
  });

  test("changing a channel refuses permissions that have changed, do not exist or need access to messages", async ({
    expect,
  }) => {
    await realm.subscribe("alice", ["secret"], { invite_only: true });
    const { readers } = groupIds;
    const nobody = groupIds["role:nobody"];
    expect(
      await refusal("owner", "secret", { can_send_message_group: { new: readers, old: nobody } }),
    ).toEqual(refused("'old' value does not match the expected value.", "EXPECTATION_MISMATCH"));
    expect(await refusal("owner", "secret", { can_send_message_group: { new: 99 } })).toEqual(
      refused("Invalid user group"),
    );
    for (const name of [
      "can_add_subscribers_group",
      "can_subscribe_group",
      "can_delete_any_message_group",
      "can_delete_own_message_group",
    ] as const) {
      expect(await refusal("owner", "secret", { [name]: { new: readers } })).toEqual(noContent);
      expect(await refusal("owner", "secret", { [name]: { new: nobody } })).toBe("accepted");
    }
    for (const name of ["can_delete_any_message_group", "can_delete_own_message_group"] as const)
      expect(await refusal("alice", "secret", { [name]: { new: readers } })).toEqual(insufficient);
    expect(
      await refusal("alice", "secret", {
        can_subscribe_group: { new: groupIds["role:everyone"] },
      }),
    ).toEqual(refused("'can_subscribe_group' setting cannot be set to 'role:everyone' group."));
  });
});

describe("PATCH /streams/{stream_id} (docs/behaviour/channels.md#changing-a-channel)", () => {
  test("PATCH /streams/{stream_id} changes everything at once", async ({ expect }) => {
    await realm.subscribe("owner", ["a"]);
    await update("owner", "a", {
      new_name: " Alpha ",
      description: "Two\nlines & more",
      is_private: true,
      message_retention_days: 30,
      topics_policy: "disable_empty_topic",
      can_send_message_group: { new: groupIds["role:moderators"] },
      can_subscribe_group: { new: { direct_members: [id("alice")], direct_subgroups: [] } },
    });
    expect(await show("Alpha")).toMatchObject({
      description: "Two lines & more",
      rendered_description: "<p>Two lines &amp; more</p>",
      invite_only: true,
      history_public_to_subscribers: false,
      message_retention_days: 30,
      topics_policy: "disable_empty_topic",
      can_send_message_group: groupIds["role:moderators"],
      stream_post_policy: 4,
      can_subscribe_group: { direct_members: [id("alice")], direct_subgroups: [] },
    });
    await realm.subscribe("owner", ["a"]);
    const { channels } = await realm.state();
    expect(channels.map(({ name }) => name).toSorted()).toEqual(["Alpha", "a"]);
  });

  test("PATCH /streams/{stream_id} changes nothing when one of the changes is refused", async ({
    expect,
  }) => {
    await realm.subscribe("owner", ["a", "b"]);
    const before = await realm.state();
    const heard = await realm.events(() =>
      refusal("owner", "a", { description: "New", is_private: true, new_name: "b" }),
    );
    expect(heard).toEqual([]);
    expect(await realm.state()).toEqual(before);
  });

  test("PATCH /streams/{stream_id} changes nothing when everything is as it was, in whatever spelling", async ({
    expect,
  }) => {
    await realm.subscribe("owner", ["a"], { can_send_message_group: groupIds.readers });
    const same = { direct_members: [], direct_subgroups: [groupIds.readers] };
    const heard = await realm.events(async () => {
      await update("owner", "a", {});
      await update("owner", "a", {
        description: "",
        is_private: false,
        is_default_stream: false,
        folder_id: null,
        message_retention_days: "realm_default",
        can_send_message_group: { new: same, old: same },
      });
    });
    expect(heard).toEqual([]);
  });

  test("history begins anew when a channel becomes private and is shown when it becomes public", async ({
    expect,
  }) => {
    await realm.subscribe("owner", ["a"]);
    await update("owner", "a", { is_private: true, history_public_to_subscribers: true });
    expect(await show("a")).toMatchObject({ history_public_to_subscribers: true });
    await update("owner", "a", { is_private: true });
    expect(await show("a")).toMatchObject({ history_public_to_subscribers: false });
    await update("owner", "a", { is_private: false });
    expect(await show("a")).toMatchObject({
      invite_only: false,
      history_public_to_subscribers: true,
    });
  });

  test("a name may change its case, and the channel is then found by both", async ({ expect }) => {
    await realm.subscribe("owner", ["a"]);
    await update("owner", "a", { new_name: "A" });
    const { already_subscribed } = await realm.subscribe("owner", ["a"]);
    expect(already_subscribed).toEqual({ [id("owner")]: ["A"] });
  });
});
