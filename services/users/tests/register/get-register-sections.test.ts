import {
  addLinkifier,
  addNavigationView,
  createBot,
  createSavedSnippet,
  createUser,
  deactivateUser,
  deactivateUserGroup,
  externalAccounts,
  reactivateUser,
  regenerateOwnKey,
  parseSections,
  registerOperations,
  type RegisterRequest,
  updateOwnStatus,
  updateBot,
  updateUser,
  updateUserGroup,
  updateUserGroupMembers,
} from "@team-chat/contract";
import { parseSnapshot } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { Groups } from "../groups/groups.ts";
import { type Name, password } from "../people.ts";
import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";
import { applyEvents, type ClientState } from "./apply-events.ts";

const world = useWorld(() => World.create());

const everything: RegisterRequest = {
  fetch: null,
  clientGravatar: false,
  includeSubscribers: "false",
  slimPresence: true,
  presenceHistoryLimitDays: 14,
  capabilities: { user_settings_object: true, include_deactivated_groups: true },
};

async function register(name: Name, change: Partial<RegisterRequest> = {}) {
  const answer = await world().call(
    registerOperations.users,
    { ...everything, ...change },
    world().people[name].identity,
  );
  return { snapshot: answer.snapshot, data: parseSections(answer) };
}

/** Every kind of change of groups, one of which names the user in a permission. */
async function changeGroups(userId: number): Promise<void> {
  const groups = new Groups(world);
  const named = { direct_members: [userId], direct_subgroups: [] };
  const inner = await groups.add("inner", { can_join_group: named }, "moderator");
  const outer = await groups.add("outer", { members: [userId], subgroups: [inner] }, "moderator");
  const moderators = await groups.system("role:moderators");
  await world().request("moderator", updateUserGroupMembers, {
    user_group_id: outer,
    add: [world().people.guest.id],
    delete: [userId],
    add_subgroups: [moderators],
    delete_subgroups: [inner],
  });
  await world().request("moderator", updateUserGroup, { user_group_id: outer, name: "Outer" });
  await world().request("moderator", deactivateUserGroup, { user_group_id: outer });
  await world().request("owner", updateUserGroup, { user_group_id: outer, description: "still" });
  await world().request("owner", updateUserGroup, { user_group_id: outer, deactivated: false });
  await world().request("moderator", deactivateUserGroup, { user_group_id: inner });
}

/** Every kind of change of who manages a bot. */
async function changeBots(): Promise<void> {
  const { admin, bot, moderator } = world().people;
  const change = (params: object) =>
    world().request("owner", updateBot, { bot_id: bot.id, ...params });
  await change({ full_name: "Renamed", default_sending_stream: "general" });
  await change({ bot_owner_id: moderator.id });
  await world().request("owner", updateUser, { user_id: admin.id, role: 400 });
  await world().request("owner", updateUser, { user_id: moderator.id, role: 200 });
  await world().request("owner", updateUser, { user_id: moderator.id, role: 300 });
  await world().request("owner", updateUser, { user_id: admin.id, role: 200 });
  await change({ bot_owner_id: world().people.alice.id });
}

describe("initial data of users (docs/behaviour/organization.md#initial-data)", () => {
  test("initial data of users are for people in an organization only", async ({ expect }) => {
    for (const identity of [undefined, world().anonymous(null)]) {
      const given = world().call(registerOperations.users, everything, identity);
      await expect(given).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    }
  });

  test("initial data of users have only the sections asked for", async ({ expect }) => {
    const { data, snapshot } = await register("alice", {
      fetch: ["alert_words", "message", "realm_emoji"],
    });
    expect(data).toEqual({ alert_words: [], realm_emoji: {} });
    expect(() => parseSnapshot(snapshot)).not.toThrow();
  });

  test("initial data of users have what the mobile app needs to start", async ({ expect }) => {
    const { data } = await register("alice");
    expect(data).toMatchObject({
      alert_words: [],
      custom_profile_fields: [],
      max_stream_name_length: 60,
      max_topic_length: 60,
      server_presence_ping_interval_seconds: 60,
      server_presence_offline_threshold_seconds: 200,
      server_typing_started_wait_period_milliseconds: 10_000,
      muted_users: [],
      presences: {},
      realm_emoji: {},
      saved_snippets: [],
      user_status: {},
      realm_wildcard_mention_policy: 5,
      realm_name: "Root",
      realm_waiting_period_threshold: 0,
      realm_message_content_edit_limit_seconds: 600,
      realm_allow_message_editing: true,
      realm_enable_read_receipts: true,
      realm_presence_disabled: false,
      realm_default_external_accounts: externalAccounts,
      realm_empty_topic_display_name: "general chat",
      realm_mandatory_topics: false,
      max_file_upload_size_mib: 25,
      event_queue_longpoll_timeout_seconds: 90,
      realm_non_active_users: [],
      cross_realm_bots: [{ is_system_bot: true }, { is_system_bot: true }, { is_system_bot: true }],
      user_settings: { twenty_four_hour_time: false, emojiset: "google", presence_enabled: true },
    });
    expect(data["server_emoji_data_url"]).toMatch(/^http:\/\/localhost:9991\//);
    expect(data["realm_icon_url"]).toEqual(expect.any(String));
  });

  test("initial data of users have what zulip-terminal needs to start", async ({ expect }) => {
    const { alice } = world().people;
    const { data } = await register("alice", {
      capabilities: {},
      clientGravatar: true,
      slimPresence: false,
    });
    expect(data).toMatchObject({
      user_id: alice.id,
      email: alice.email,
      full_name: "Alice Member",
      realm_message_retention_days: -1,
      twenty_four_hour_time: false,
      pm_content_in_desktop_notifications: true,
    });
    expect(data["realm_users"]).toContainEqual(
      expect.objectContaining({ user_id: alice.id, email: alice.email, is_bot: false }),
    );
    for (const user of data["realm_users"] as object[])
      expect(user).not.toHaveProperty("is_active");
  });

  test("initial data of users have permissions as ids of the system groups", async ({ expect }) => {
    const { data } = await register("alice");
    const groups = data["realm_user_groups"] as { id: number; name: string }[];
    const idOf = (name: string) => groups.find((group) => group.name === name)?.id;
    expect(groups).toHaveLength(8);
    expect(data["realm_can_delete_any_message_group"]).toBe(idOf("role:administrators"));
    expect(data["realm_direct_message_permission_group"]).toBe(idOf("role:everyone"));
    expect(data["server_supported_permission_settings"]).toMatchObject({
      realm: {
        can_create_groups: { default_group_name: "role:members", allow_everyone_group: false },
      },
      stream: { can_send_message_group: { default_group_name: "role:everyone" } },
      group: { can_mention_group: { default_group_name: "role:everyone" } },
    });
  });

  test("initial data of users say what the caller is and may do", async ({ expect }) => {
    expect((await register("owner")).data).toMatchObject({
      is_owner: true,
      is_admin: true,
      can_create_streams: true,
    });
    expect((await register("guest")).data).toMatchObject({
      is_guest: true,
      can_create_streams: false,
      can_subscribe_other_users: false,
    });
  });

  test("initial data show keys of bots to those who manage them only", async ({ expect }) => {
    const { bot } = world().people;
    for (const name of ["alice", "admin"] as const) {
      const { data } = await register(name);
      expect(data["realm_bots"]).toMatchObject([{ user_id: bot.id, api_key: bot.apiKey }]);
    }
    expect((await register("moderator")).data["realm_bots"]).toEqual([]);
  });

  test("initial data have what the caller arranged, and linkifiers for clients that know templates", async ({
    expect,
  }) => {
    const linkifier = { pattern: "#(?P<id>[0-9]+)", url_template: "https://example.com/{id}" };
    await world().request("owner", addLinkifier, linkifier);
    await world().request("alice", createSavedSnippet, { title: "Hi", content: "Hello" });
    await world().request("alice", addNavigationView, { fragment: "inbox", is_pinned: true });
    const fetch = ["realm_linkifiers", "saved_snippets", "navigation_views"];
    const capabilities = { linkifier_url_template: true };
    expect((await register("alice", { fetch, capabilities })).data).toMatchObject({
      realm_linkifiers: [linkifier],
      saved_snippets: [{ title: "Hi", content: "Hello" }],
      navigation_views: [{ fragment: "inbox", is_pinned: true }],
    });
    expect((await register("guest", { fetch, capabilities: {} })).data).toEqual({
      realm_linkifiers: [],
      saved_snippets: [],
      navigation_views: [],
    });
  });

  test("together with the events since is what a fresh registration gives", async ({ expect }) => {
    await world().events();
    const before = { admin: await register("admin"), guest: await register("guest") };
    const { alice, moderator } = world().people;
    const params = { email: "new@example.com", password, full_name: "New Person" };
    const { user_id: id } = await world().request("owner", createUser, params);
    await world().request("owner", updateUser, {
      user_id: id,
      role: 200,
      full_name: "Newer Person",
    });
    await world().request("owner", updateUser, {
      user_id: moderator.id,
      new_email: "mo@example.com",
    });
    await world().request("moderator", createBot, { full_name: "Weather", short_name: "weather" });
    await changeGroups(moderator.id);
    await changeBots();
    await world().request("bot", regenerateOwnKey, {});
    await world().request("owner", deactivateUser, { user_id: moderator.id });
    await world().request("owner", deactivateUser, { user_id: alice.id });
    await world().request("owner", updateUser, { user_id: alice.id, role: 300 });
    await world().request("owner", reactivateUser, { user_id: alice.id });
    const events = await world().events();
    for (const name of ["admin", "guest"] as const) {
      const client = before[name].data as unknown as ClientState;
      applyEvents(client, eventsFor(world().people[name].id, events));
      const { data } = await register(name);
      for (const key of [
        "realm_users",
        "realm_non_active_users",
        "realm_user_groups",
        "realm_bots",
      ] as const)
        expect(client[key], `${key} of ${name}`).toEqual(data[key]);
    }
  });
});

describe("initial data of users for people without an account (docs/behaviour/organization.md#initial-data)", () => {
  test("initial data for spectators have nothing personal of anybody", async ({ expect }) => {
    const { alice } = world().people;
    await world().request("alice", updateOwnStatus, { status_text: "here" });
    const answer = await world().call(
      registerOperations.users,
      { ...everything, clientGravatar: false },
      world().anonymous(),
    );
    const data = parseSections(answer);
    expect(data).toMatchObject({
      alert_words: [],
      custom_profile_fields: [],
      muted_users: [],
      navigation_views: [],
      presences: {},
      realm_bots: [],
      saved_snippets: [],
      user_status: {},
      user_id: 0,
      is_guest: true,
      is_admin: false,
      can_create_web_public_streams: false,
      server_web_public_streams_enabled: true,
      user_settings: { emojiset: "google" },
    });
    const users = data["realm_users"] as readonly Record<string, unknown>[];
    const seen = users.find(({ user_id: id }) => id === alice.id);
    expect(seen).toMatchObject({
      email: `user${alice.id}@localhost`,
      delivery_email: null,
      timezone: "",
      date_joined: expect.stringMatching(/T00:00\+00:00$/),
    });
    expect(seen).not.toHaveProperty("profile_data");
    expect(JSON.stringify(data)).not.toContain("example.com");
  });

  test("initial data for spectators have only the sections asked for", async ({ expect }) => {
    const request = { ...everything, fetch: ["user_status", "realm_emoji"] };
    const answer = await world().call(registerOperations.users, request, world().anonymous());
    expect(parseSections(answer)).toEqual({ realm_emoji: {}, user_status: {} });
  });
});
