import {
  fetchApiKey,
  getUser,
  getUsersState,
  updateSettings,
  userSettings,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { password } from "../people.ts";
import { eventsFor } from "../read-events.ts";
import { registerSections } from "../register/register-sections.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

async function ownSettings() {
  const { user_settings: settings } = await registerSections(world(), "alice", {
    fetch: ["user_settings"],
  });
  return settings as Record<string, unknown>;
}

describe("changing one's settings (docs/behaviour/settings.md#changing-settings)", () => {
  test("changing one's settings is refused to bots", async ({ expect }) => {
    await expect(
      world().request("bot", updateSettings, { enter_sends: true }),
    ).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "This endpoint does not accept bot requests.",
    });
  });

  test.for([
    [{ enter_sends: 1 }, "enter_sends is not a boolean"],
    [{ color_scheme: 4 }, "Invalid color_scheme"],
    [{ color_scheme: "dark" }, "Invalid color_scheme"],
    [{ email_address_visibility: 6 }, "Invalid email_address_visibility"],
    [{ web_home_view: "map" }, "Invalid web_home_view"],
    [{ emojiset: "apple" }, "Invalid emojiset"],
    [{ default_language: "xx" }, "Invalid default_language"],
    [{ notification_sound: "bark" }, "Invalid notification sound 'bark'"],
    [
      { email_notifications_batching_period_seconds: 0 },
      "Invalid email batching period: 0 seconds",
    ],
    [
      { email_notifications_batching_period_seconds: 604_801 },
      "Invalid email batching period: 604801 seconds",
    ],
    [{ web_font_size_px: 0 }, "web_font_size_px is too small"],
    [{ web_line_height_percent: "wide" }, "web_line_height_percent is not an integer"],
    [{ automatically_follow_topics_policy: 5 }, "Invalid automatically_follow_topics_policy"],
    [{ timezone: "Mars/Olympus" }, "Invalid timezone: Value error, Not a recognized time zone"],
    [{ timezone: "" }, "Invalid timezone: Value error, Not a recognized time zone"],
    [{ full_name: "x" }, "Name too short!"],
    [{ full_name: "a*b" }, "Invalid characters in name!"],
    [{ new_password: "long enough, I think" }, "Wrong password!"],
    [{ old_password: "wrong", new_password: "long enough, I think" }, "Wrong password!"],
    [{ old_password: password, new_password: "aaaaaaaaaa" }, "New password is too weak!"],
  ])(
    "changing one's settings refuses %o and changes nothing",
    async ([given, message], { expect }) => {
      await world().events();
      const before = await ownSettings();
      const change = { ...(given as object), starred_message_counts: false } as object;
      await expect(world().request("alice", updateSettings, change)).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message,
      });
      expect(await ownSettings()).toEqual(before);
      expect(await world().events()).toEqual([]);
    },
  );

  test("changing one's settings takes every setting, and tells the user only, in new and old form", async ({
    expect,
  }) => {
    const { alice, admin } = world().people;
    const before = await ownSettings();
    const wanted = {
      twenty_four_hour_time: true,
      color_scheme: 2 as const,
      web_home_view: "all_messages" as const,
      default_language: "de",
      notification_sound: "none",
      presence_enabled: false,
      enable_stream_push_notifications: true,
    };
    await world().events();
    await world().request("alice", updateSettings, wanted);
    const events = await world().events();
    const presence = { type: "presence", user_id: alice.id };
    expect(eventsFor(admin.id, events)).toEqual([expect.objectContaining(presence)]);
    const update = (property: string, value: unknown) => ({
      type: "user_settings",
      op: "update",
      property,
      value,
    });
    const display = (name: string, setting: unknown) => ({
      type: "update_display_settings",
      user: alice.email,
      setting_name: name,
      setting,
    });
    const notification = (name: string, setting: unknown) => ({
      type: "update_global_notifications",
      user: alice.email,
      notification_name: name,
      setting,
    });
    const german = { language_name: "German" };
    expect(eventsFor(alice.id, events)).toEqual([
      update("twenty_four_hour_time", true),
      display("twenty_four_hour_time", true),
      update("color_scheme", 2),
      display("color_scheme", 2),
      { ...update("default_language", "de"), ...german },
      { ...display("default_language", "de"), ...german },
      update("web_home_view", "all_messages"),
      display("web_home_view", "all_messages"),
      update("enable_stream_push_notifications", true),
      notification("enable_stream_push_notifications", true),
      update("notification_sound", "none"),
      notification("notification_sound", "none"),
      update("presence_enabled", false),
      notification("presence_enabled", false),
      expect.objectContaining(presence),
    ]);
    expect(await ownSettings()).toEqual({ ...before, ...wanted });
    const old = await registerSections(world(), "alice", {
      fetch: ["update_display_settings", "update_global_notifications"],
      capabilities: {},
    });
    expect(old).toMatchObject(wanted);
  });

  test("changing one's settings tells nobody of what was so before", async ({ expect }) => {
    const settings = (await ownSettings()) as Record<string, never>;
    const names = Object.keys(userSettings.shape);
    const same = Object.fromEntries(names.map((name) => [name, settings[name]]));
    await world().events();
    await world().request("alice", updateSettings, { ...same, full_name: "Alice Member" });
    await world().request("alice", updateSettings, { full_name: "  " });
    expect(await world().events()).toEqual([]);
  });

  test("changing one's settings tells other services what they decide by", async ({ expect }) => {
    const { alice } = world().people;
    const since = (await world().call(getUsersState, { realmId: world().realm.id, since: 0 }))
      .version;
    await world().request("alice", updateSettings, {
      send_read_receipts: false,
      automatically_follow_topics_policy: 2,
    });
    const { users } = await world().call(getUsersState, { realmId: world().realm.id, since });
    expect(users).toMatchObject([
      {
        id: alice.id,
        settings: { send_read_receipts: false, automatically_follow_topics_policy: 2 },
      },
    ]);
  });

  test("a time zone is also told to everybody", async ({ expect }) => {
    const { guest, moderator } = world().people;
    await world().events();
    await world().request("moderator", updateSettings, { timezone: "Asia/Kolkata" });
    const events = await world().events();
    const announced = {
      type: "realm_user",
      op: "update",
      person: { user_id: moderator.id, email: moderator.email, timezone: "Asia/Kolkata" },
    };
    expect(eventsFor(guest.id, events)).toEqual([announced]);
    expect(eventsFor(moderator.id, events)).toEqual([
      { type: "user_settings", op: "update", property: "timezone", value: "Asia/Kolkata" },
      {
        type: "update_display_settings",
        user: moderator.email,
        setting_name: "timezone",
        setting: "Asia/Kolkata",
      },
      announced,
    ]);
    const { user } = await world().request("guest", getUser, { user_id: moderator.id });
    expect(user.timezone).toBe("Asia/Kolkata");
  });

  test("hiding the address tells those who saw it, and everybody the new API address", async ({
    expect,
  }) => {
    const { admin, guest, moderator } = world().people;
    await world().events();
    await world().request("moderator", updateSettings, { email_address_visibility: 3 });
    const events = await world().events();
    const hidden = `user${moderator.id}@localhost`;
    const person = { user_id: moderator.id };
    const forEverybody = [
      { person: { ...person, new_email: hidden } },
      { person: { ...person, avatar_url: expect.any(String), avatar_version: 1 } },
    ];
    expect(eventsFor(admin.id, events)).toMatchObject(forEverybody);
    expect(eventsFor(guest.id, events)).toMatchObject([
      { person: { ...person, delivery_email: null } },
      ...forEverybody,
    ]);
    expect(eventsFor(moderator.id, events)).toMatchObject([
      { type: "user_settings", property: "email_address_visibility", value: 3 },
      { type: "update_display_settings", user: hidden },
      ...forEverybody,
    ]);
    await world().request("moderator", updateSettings, { email_address_visibility: 5 });
    expect(eventsFor(guest.id, await world().events())).toEqual([]);
    await world().request("moderator", updateSettings, { email_address_visibility: 1 });
    expect(eventsFor(guest.id, await world().events())).toMatchObject([
      { person: { ...person, delivery_email: moderator.email } },
      { person: { ...person, new_email: moderator.email } },
      { person: { ...person, avatar_version: 1 } },
    ]);
  });

  test("a new name is told to everybody", async ({ expect }) => {
    const { guest, moderator } = world().people;
    await world().events();
    await world().request("moderator", updateSettings, { full_name: "  Mo Derator " });
    expect(eventsFor(guest.id, await world().events())).toEqual([
      {
        type: "realm_user",
        op: "update",
        person: { user_id: moderator.id, full_name: "Mo Derator" },
      },
    ]);
  });

  test("a new password replaces the old one and tells nobody", async ({ expect }) => {
    const wanted = "another long password";
    await world().events();
    await world().request("guest", updateSettings, {
      old_password: password,
      new_password: wanted,
    });
    expect(await world().events()).toEqual([]);
    const login = (given: string) =>
      world().request(world().anonymous(), fetchApiKey, {
        username: "guest@example.com",
        password: given,
      });
    await expect(login(password)).rejects.toMatchObject({ code: "AUTHENTICATION_FAILED" });
    expect(await login(wanted)).toMatchObject({ api_key: world().people.guest.apiKey });
  });
});
