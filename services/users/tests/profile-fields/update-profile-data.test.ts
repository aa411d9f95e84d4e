import { deactivateUser, getUser, updateProfileData, updateUser } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { eventsFor } from "../read-events.ts";
import { registerSections } from "../register/register-sections.ts";
import { World } from "../world.ts";
import { addField } from "./profile-fields.ts";

const world = useWorld(() => World.create());
const kinds = {
  short: 1,
  long: 2,
  choice: 3,
  date: 4,
  link: 5,
  people: 6,
  account: 7,
  "GitHub username": 7,
  "Mastodon profile": 7,
  pronouns: 8,
};
type Kind = keyof typeof kinds;
const extras: Partial<Record<Kind, object>> = {
  choice: { field_data: { a: { text: "One", order: "1" } } },
  "GitHub username": { field_data: { subtype: "github" } },
  "Mastodon profile": { field_data: { subtype: "mastodon" } },
  account: { field_data: { subtype: "custom", url_pattern: "https://e.example/%(username)s" } },
};
const ids = new Map<Kind, number>();

async function field(kind: Kind): Promise<number> {
  const id =
    ids.get(kind) ?? (await addField(world(), kind, { field_type: kinds[kind], ...extras[kind] }));
  ids.set(kind, id);
  return id;
}

async function fill(kind: Kind, value: string | number[] | null) {
  const id = await field(kind);
  return world().request("alice", updateProfileData, { data: [{ id, value }] });
}

describe("filling in one's profile (docs/behaviour/users.md#profile-values)", () => {
  test.for([
    ["short", "x".repeat(51), "short is too long (limit: 50 characters)"],
    ["short", [1], "short is not a string"],
    ["long", "x".repeat(501), "long is too long (limit: 500 characters)"],
    ["choice", "b", "'b' is not a valid choice for 'choice'."],
    ["date", "2026-02-30", "date is not a date"],
    ["date", "yesterday", "date is not a date"],
    ["link", "example", "link is not a URL"],
    ["people", "everybody", "people is not a list"],
    ["people", [999_999], "Invalid user ID: 999999"],
    ["people", "[99999999999999999999]", "people is not a list"],
    ["account", "x".repeat(51), "account is too long (limit: 50 characters)"],
    ["GitHub username", "x".repeat(51), "GitHub username is too long (limit: 50 characters)"],
    ["GitHub username", [1], "GitHub username is not a string"],
    ["Mastodon profile", "@me@example.com", "Mastodon profile is not a URL"],
    ["Mastodon profile", "javascript:alert(1)", "Mastodon profile is not a URL"],
    ["pronouns", "x".repeat(51), "pronouns is too long (limit: 50 characters)"],
  ] as const)(
    "filling in one's profile refuses %s %o",
    async ([kind, value, message], { expect }) => {
      const given = typeof value === "string" ? value : [...value];
      await expect(fill(kind, given)).rejects.toMatchObject({ code: "BAD_REQUEST", message });
    },
  );

  test("accounts of built-in kinds are shown to others as they were given, in answers and events", async ({
    expect,
  }) => {
    const { guest, alice } = world().people;
    for (const [kind, value] of [
      ["GitHub username", "octocat"],
      ["Mastodon profile", "https://example.social/@me"],
    ] as const) {
      const id = await field(kind);
      await world().events();
      await fill(kind, value);
      expect(eventsFor(guest.id, await world().events())).toMatchObject([
        { person: { user_id: alice.id, custom_profile_field: { id, value } } },
      ]);
      const { user } = await world().request("guest", getUser, {
        user_id: alice.id,
        include_custom_profile_fields: true,
      });
      expect(user.profile_data).toMatchObject({ [id]: { value } });
    }
  });

  test("filling in is refused for unknown fields, bots and the deactivated, and what is not one's to fill in", async ({
    expect,
  }) => {
    const { bot, moderator } = world().people;
    const data = [{ id: 999_999, value: "x" }];
    await expect(world().request("alice", updateProfileData, { data })).rejects.toMatchObject({
      message: "Field id 999999 not found.",
    });
    await expect(world().request("bot", updateProfileData, { data })).rejects.toMatchObject({
      message: "This endpoint does not accept bot requests.",
    });
    await expect(fill("people", [bot.id])).rejects.toMatchObject({
      message: `User with ID ${bot.id} is a bot`,
    });
    await world().request("owner", deactivateUser, { user_id: moderator.id });
    await expect(fill("people", [moderator.id])).rejects.toMatchObject({
      message: `User with ID ${moderator.id} is deactivated`,
    });
    const id = await addField(world(), "Fixed", { field_type: 1, editable_by_user: false });
    const fixed = { data: [{ id, value: "x" }] };
    await expect(world().request("alice", updateProfileData, fixed)).rejects.toMatchObject({
      message: "You are not allowed to change this field. Contact an administrator to update it.",
    });
    await world().request("admin", updateProfileData, fixed);
  });

  test("everybody is told what changed in a profile, with HTML for texts, and nobody what did not", async ({
    expect,
  }) => {
    const { alice, guest, admin } = world().people;
    const values: readonly (readonly [Kind, string])[] = [
      ["short", "some *text*"],
      ["choice", "a"],
      ["date", "2026-02-28"],
      ["link", "https://example.com/"],
      ["people", JSON.stringify([admin.id])],
      ["pronouns", "they"],
    ];
    for (const [kind] of values) await field(kind);
    await world().events();
    for (const [kind, value] of values) await fill(kind, value);
    await fill("short", "some *text*");
    const announced = (id: number | undefined, value: unknown, more: object = {}) => ({
      type: "realm_user",
      op: "update",
      person: { user_id: alice.id, custom_profile_field: { id, value, ...more } },
    });
    const html = { rendered_value: "<p>some <em>text</em></p>" };
    expect(eventsFor(guest.id, await world().events())).toEqual(
      values.map(([kind, value]) => announced(ids.get(kind), value, kind === "short" ? html : {})),
    );
    const { realm_users: users } = await registerSections(world(), "guest", {
      fetch: ["realm_user"],
    });
    const own = (users as { user_id: number; profile_data: object }[]).find(
      (user) => user.user_id === alice.id,
    );
    expect(own?.profile_data).toMatchObject({
      [String(ids.get("short"))]: { value: "some *text*", ...html },
      [String(ids.get("date"))]: { value: "2026-02-28" },
    });
    await fill("short", "");
    await fill("date", null);
    expect(eventsFor(guest.id, await world().events())).toEqual([
      announced(ids.get("short"), null),
      announced(ids.get("date"), null),
    ]);
  });

  test("a list of numbers is taken as a text where a text is asked for, and an empty list as nothing", async ({
    expect,
  }) => {
    const { alice, guest, admin } = world().people;
    const [short, people] = [await field("short"), await field("people")];
    const profile = async () => {
      const asked = { user_id: alice.id, include_custom_profile_fields: true };
      return (await world().request("guest", getUser, asked)).user.profile_data;
    };
    await fill("short", "[99999999999999999999]");
    expect(await profile()).toMatchObject({ [short]: { value: "[99999999999999999999]" } });
    for (const empty of [[], "[]", ""]) {
      await fill("people", [admin.id]);
      expect(await profile()).toMatchObject({ [people]: { value: `[${admin.id}]` } });
      await world().events();
      await fill("people", empty);
      expect(await profile()).not.toHaveProperty(String(people));
      expect(eventsFor(guest.id, await world().events())).toMatchObject([
        { person: { custom_profile_field: { id: people, value: null } } },
      ]);
    }
  });

  test("the last of several values of a profile field is taken, and that alone is told", async ({
    expect,
  }) => {
    const { alice, guest } = world().people;
    const id = await field("pronouns");
    const values = (...given: string[]) => ({ data: given.map((value) => ({ id, value })) });
    await world().request("alice", updateProfileData, values("it"));
    await world().events();
    await world().request("alice", updateProfileData, values("he", "she"));
    const announced = { user_id: alice.id, custom_profile_field: { id, value: "she" } };
    expect(eventsFor(guest.id, await world().events())).toMatchObject([{ person: announced }]);
    await world().request("alice", updateProfileData, values("he", "she"));
    expect(await world().events()).toEqual([]);
  });

  test("administrators fill in the profiles of others", async ({ expect }) => {
    const { guest } = world().people;
    const id = await field("pronouns");
    const update = (value: string) =>
      world().request("admin", updateUser, { user_id: guest.id, profile_data: [{ id, value }] });
    await expect(update("x".repeat(51))).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await update("she");
    const { user } = await world().request("alice", getUser, {
      user_id: guest.id,
      include_custom_profile_fields: true,
    });
    expect(user.profile_data).toEqual({ [id]: { value: "she" } });
  });
});
