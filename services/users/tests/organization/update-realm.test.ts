import { deactivateUser, getUsersState, reactivateUser, updateRealm } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { peerChannels } from "../peers.ts";
import { eventsFor } from "../read-events.ts";
import { registerSections } from "../register/register-sections.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

function settings() {
  return registerSections(world(), "guest", { fetch: ["realm"] });
}

async function groupIds(): Promise<Record<string, number>> {
  const { realm_user_groups: groups } = await registerSections(world(), "owner", {
    fetch: ["realm_user_groups"],
  });
  const named = groups as { id: number; name: string }[];
  return Object.fromEntries(named.map(({ id, name }) => [name, id]));
}

const update = (change: object) => world().request("owner", updateRealm, change);

describe("changing an organization (docs/behaviour/organization.md#settings)", () => {
  test("an organization is changed by administrators, and some of it by owners only", async ({
    expect,
  }) => {
    for (const name of ["moderator", "alice", "guest", "bot"] as const)
      await expect(
        world().request(name, updateRealm, { description: "Mine" }),
        name,
      ).rejects.toMatchObject({
        code: "UNAUTHORIZED_PRINCIPAL",
        message: "Must be an organization administrator",
      });
    for (const change of [
      { invite_required: false },
      { emails_restricted_to_domains: true },
      { disallow_disposable_email_addresses: false },
      { waiting_period_threshold: 3 },
      { message_retention_days: 5 },
      { authentication_methods: { Email: true } },
      { can_create_groups: { new: 1 } },
      { can_invite_users_group: { new: 1 } },
      { can_manage_all_groups: { new: 1 } },
      { create_multiuse_invite_group: { new: 1 } },
    ])
      await expect(
        world().request("admin", updateRealm, change),
        JSON.stringify(change),
      ).rejects.toMatchObject({
        code: "UNAUTHORIZED_PRINCIPAL",
        message: "Must be an organization owner",
      });
  });

  test.for([
    [{ name: "" }, "name cannot be blank"],
    [{ name: "x".repeat(41) }, "name is too long (limit: 40 characters)"],
    [{ description: "x".repeat(1001) }, "description is too long (limit: 1000 characters)"],
    [{ allow_message_editing: "yes" }, "allow_message_editing is not a boolean"],
    [{ default_language: "xx" }, "Invalid language 'xx'"],
    [{ org_type: 11 }, "Invalid org_type"],
    [{ digest_weekday: 7 }, "Invalid digest_weekday"],
    [{ giphy_rating: 9 }, "Invalid giphy_rating 9"],
    [{ video_chat_provider: 9 }, "Invalid video_chat_provider 9"],
    [{ jitsi_server_url: "nowhere" }, "jitsi_server_url is not a URL"],
    [{ topics_policy: "inherit" }, "Invalid topics_policy"],
    [
      { message_edit_history_visibility_policy: "some" },
      "Invalid message_edit_history_visibility_policy",
    ],
    [{ waiting_period_threshold: -1 }, "waiting_period_threshold is too small"],
    [
      { authentication_methods: { Email: false } },
      "At least one authentication method must be enabled.",
    ],
    [{ authentication_methods: { Dance: true } }, "Invalid authentication method: Dance"],
    [{ new_stream_announcements_stream_id: 77 }, "Invalid channel ID"],
    [
      { moderation_request_channel_id: peerChannels.open },
      "Moderation request channel must be private.",
    ],
    [{ can_create_groups: { new: 999_999 } }, "Invalid user group"],
    [
      { can_create_groups: { new: { direct_members: [999_999], direct_subgroups: [] } } },
      "Invalid user ID: 999999",
    ],
  ])(
    "changing an organization refuses %o and changes nothing",
    async ([change, message], { expect }) => {
      const before = await settings();
      await world().events();
      await expect(
        update({ ...(change as object), name: "Other", ...(change as object) }),
      ).rejects.toMatchObject({ code: "BAD_REQUEST", message });
      expect(await world().events()).toEqual([]);
      expect((await settings())["realm_name"]).toBe(before["realm_name"]);
    },
  );

  test.for([
    ["message_content_edit_limit_seconds", 0],
    ["message_content_delete_limit_seconds", -1],
    ["move_messages_within_stream_limit_seconds", "never"],
    ["move_messages_between_streams_limit_seconds", 0],
    ["message_retention_days", 0],
  ] as const)("changing an organization refuses %s of %s", async ([name, value], { expect }) => {
    await expect(update({ [name]: value })).rejects.toMatchObject({
      code: "REQUEST_VARIABLE_INVALID",
      message: `Bad value for '${name}': ${value}`,
      details: { var_name: name, bad_value: value },
    });
  });

  // See docs/behaviour/organization.md#events-of-settings.
  test("changing an organization tells everybody of each setting in the form that clients know", async ({
    expect,
  }) => {
    const { guest } = world().people;
    await world().events();
    await update({
      name: " The Root ",
      description: "About roots",
      message_content_edit_limit_seconds: "unlimited",
      message_content_delete_limit_seconds: 60,
      message_retention_days: 30,
      topics_policy: "disable_empty_topic",
      message_edit_history_visibility_policy: "none",
      presence_disabled: false,
      require_unique_names: true,
      jitsi_server_url: "https://meet.example.com",
      moderation_request_channel_id: peerChannels.private,
      signup_announcements_stream_id: peerChannels.open,
    });
    const single = (property: string, value: unknown) => ({
      type: "realm",
      op: "update",
      property,
      value,
    });
    const dict = (data: object) => ({
      type: "realm",
      op: "update_dict",
      property: "default",
      data,
    });
    const events = eventsFor(guest.id, await world().events());
    expect(events).toHaveLength(11);
    for (const event of [
      single("name", "The Root"),
      single("description", "About roots"),
      dict({ message_content_edit_limit_seconds: null }),
      single("message_content_delete_limit_seconds", 60),
      single("message_retention_days", 30),
      dict({ topics_policy: "disable_empty_topic", mandatory_topics: true }),
      dict({ message_edit_history_visibility_policy: "none", allow_edit_history: false }),
      single("require_unique_names", true),
      single("jitsi_server_url", "https://meet.example.com"),
      single("moderation_request_channel_id", peerChannels.private),
      single("signup_announcements_stream_id", peerChannels.open),
    ])
      expect(events).toContainEqual(event);
    expect(await settings()).toMatchObject({
      realm_name: "The Root",
      realm_description: "About roots",
      realm_message_content_edit_limit_seconds: null,
      realm_message_retention_days: 30,
      realm_mandatory_topics: true,
      realm_allow_edit_history: false,
      realm_moderation_request_channel_id: peerChannels.private,
    });
    await update({ message_retention_days: "unlimited", jitsi_server_url: "default" });
    expect(await settings()).toMatchObject({
      realm_message_retention_days: -1,
      realm_jitsi_server_url: null,
    });
    await world().events();
    await update({ message_retention_days: "unlimited", name: "The Root" });
    expect(await world().events()).toEqual([]);
  });

  test("changing an organization changes permissions that are still what the client believes (docs/behaviour/groups.md#group-settings)", async ({
    expect,
  }) => {
    const { alice, guest } = world().people;
    const ids = await groupIds();
    const named = { direct_members: [alice.id], direct_subgroups: [ids["role:owners"] ?? 0] };
    await expect(
      update({ can_create_groups: { new: named, old: ids["role:owners"] } }),
    ).rejects.toMatchObject({ code: "EXPECTATION_MISMATCH" });
    await expect(update({ can_access_all_users_group: { new: named } })).rejects.toMatchObject({
      code: "SYSTEM_GROUP_REQUIRED",
      details: { setting_name: "can_access_all_users_group" },
    });
    await expect(
      update({ can_create_groups: { new: ids["role:everyone"] } }),
    ).rejects.toMatchObject({
      message: "'can_create_groups' setting cannot be set to 'role:everyone' group.",
    });
    await world().events();
    await update({ can_create_groups: { new: named, old: ids["role:members"] } });
    expect(eventsFor(guest.id, await world().events())).toEqual([
      { type: "realm", op: "update_dict", property: "default", data: { can_create_groups: named } },
    ]);
    expect((await settings())["realm_can_create_groups"]).toEqual(named);
    await update({ can_create_groups: { new: named } });
    expect(await world().events()).toEqual([]);
  });

  test("changing an organization is told to other services", async ({ expect }) => {
    const realmId = world().realm.id;
    const { version: since } = await world().call(getUsersState, { realmId, since: 0 });
    await update({ message_content_edit_limit_seconds: 42, name: "Renamed" });
    const { realm } = await world().call(getUsersState, { realmId, since });
    expect(realm).toMatchObject({
      name: "Renamed",
      settings: { message_content_edit_limit_seconds: 42 },
    });
  });

  test("a waiting period makes members full members or not", async ({ expect }) => {
    const { alice, guest, bot } = world().people;
    const fullMembers = (await groupIds())["role:fullmembers"];
    await world().events();
    await update({ waiting_period_threshold: 3 });
    const moved = { type: "user_group", group_id: fullMembers, user_ids: [alice.id, bot.id] };
    expect(eventsFor(guest.id, await world().events())).toEqual([
      expect.objectContaining({ type: "realm", property: "waiting_period_threshold", value: 3 }),
      { ...moved, op: "remove_members" },
    ]);
    await update({ waiting_period_threshold: 0 });
    expect(eventsFor(guest.id, await world().events())).toEqual([
      expect.objectContaining({ property: "waiting_period_threshold", value: 0 }),
      { ...moved, op: "add_members" },
    ]);
  });
});

describe("a permission of the organization that names somebody (docs/behaviour/groups.md#group-settings)", () => {
  test("a permission of the organization that names somebody is shown and told without deactivated users", async ({
    expect,
  }) => {
    const { moderator, alice, guest } = world().people;
    const both = { direct_members: [moderator.id, alice.id], direct_subgroups: [] };
    await update({ can_invite_users_group: { new: both } });
    await world().events();
    const shown = async () => (await settings())["realm_can_invite_users_group"];
    const announced = async () => eventsFor(guest.id, await world().events());
    const event = (value: object) => ({
      type: "realm",
      op: "update_dict",
      property: "default",
      data: { can_invite_users_group: value },
    });
    await world().request("owner", deactivateUser, { user_id: moderator.id });
    const without = { ...both, direct_members: [alice.id] };
    expect(await shown()).toEqual(without);
    expect(await announced()).toContainEqual(event(without));
    await world().request("owner", reactivateUser, { user_id: moderator.id });
    expect(await shown()).toEqual(both);
    expect(await announced()).toContainEqual(event(both));
    await world().request("owner", deactivateUser, { user_id: guest.id });
    expect(eventsFor(alice.id, await world().events())).not.toContainEqual(
      expect.objectContaining({ type: "realm" }),
    );
  });
});
