import { createUserGroup, deactivateUserGroup, updateRealm } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeAll, describe, test } from "vitest";

import { eventsFor } from "../read-events.ts";
import { registerSections } from "../register/register-sections.ts";
import { World } from "../world.ts";
import { permissionTable, realmTable } from "./realm-table.ts";

const world = useWorld(() => World.create());

let groups: Readonly<Record<string, number>>;
let deactivated: number;
beforeAll(async () => {
  const { realm_user_groups: listed } = await registerSections(world(), "owner", {
    fetch: ["realm_user_groups"],
  });
  const named = listed as readonly { id: number; name: string }[];
  groups = Object.fromEntries(named.map(({ id, name }) => [name, id]));
  const group = { name: "gone", description: "", members: [] };
  const { group_id: id } = await world().request("owner", createUserGroup, group);
  await world().request("owner", deactivateUserGroup, { user_group_id: id });
  deactivated = id;
});

/** The settings as the guest is told of them at registration, by their name without `realm_`. */
async function shown(): Promise<Readonly<Record<string, unknown>>> {
  const section = await registerSections(world(), "guest", { fetch: ["realm"] });
  const own = Object.entries(section).filter(([name]) => name.startsWith("realm_"));
  return Object.fromEntries(own.map(([name, value]) => [name.slice("realm_".length), value]));
}

const update = (change: object) => world().request("owner", updateRealm, change);

/** Values that follow from a setting and are sent with it (docs/behaviour/organization.md#events-of-settings). */
const derived: Readonly<Record<string, (value: unknown) => object>> = {
  message_edit_history_visibility_policy: (value) => ({ allow_edit_history: value !== "none" }),
  topics_policy: (value) => ({ mandatory_topics: value === "disable_empty_topic" }),
  allow_message_editing: () => ({}),
  message_content_edit_limit_seconds: () => ({}),
};

/** Values that set a setting back to its default, where the default itself cannot be asked for. */
const back: Readonly<Record<string, string>> = {
  message_retention_days: "unlimited",
  jitsi_server_url: "default",
};

function announced(name: string, value: unknown): object {
  const more = derived[name]?.(value);
  return more === undefined
    ? { type: "realm", op: "update", property: name, value }
    : { type: "realm", op: "update_dict", property: "default", data: { [name]: value, ...more } };
}

/** Permissions as older clients know them: by another name, as an integer for moderators and for members. */
const older: Readonly<
  Record<string, readonly [name: string, moderators: number, members: number]>
> = {
  can_mention_many_users_group: ["wildcard_mention_policy", 7, 2],
  can_create_public_channel_group: ["create_public_stream_policy", 4, 1],
  can_create_private_channel_group: ["create_private_stream_policy", 4, 1],
  can_create_web_public_channel_group: ["create_web_public_stream_policy", 4, 1],
};

function olderForm(name: string, group: "role:moderators" | "role:members"): object {
  const known = older[name];
  if (!known) return {};
  const [legacy, moderators, members] = known;
  return { [legacy]: group === "role:members" ? members : moderators };
}

const isOfRealm = ({ type }: { type?: string }) => type === "realm";

describe("the settings of an organization (docs/behaviour/organization.md#settings)", () => {
  const settings = Object.entries(realmTable).filter(([name]) => name !== "authentication_methods");

  test("the settings of an organization are at first what the table says", async ({ expect }) => {
    const before = await shown();
    for (const [name, { initially }] of settings) expect(before[name], name).toEqual(initially);
    expect(before["authentication_methods"]).toEqual({ Email: { enabled: true, available: true } });
  });

  for (const [name, { another, initially, stored = another }] of settings)
    test(`${name} is changed, told to everybody once, and shown`, async ({ expect }) => {
      await world().events();
      await update({ [name]: another });
      const events = eventsFor(world().people.guest.id, await world().events());
      expect(events.filter(({ type }: { type?: string }) => type === "realm")).toEqual([
        announced(name, stored),
      ]);
      const after = await shown();
      expect(after[name]).toEqual(stored);
      expect(after).toMatchObject(derived[name]?.(stored) ?? {});
      await update({ [name]: another });
      expect(await world().events()).toEqual([]);
      await update({ [name]: back[name] ?? initially });
    });
});

describe("settings with few values, and ways to log in (docs/behaviour/organization.md#settings)", () => {
  test.for([
    ["org_type", [10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1000, 0]],
    ["digest_weekday", [0, 2, 3, 4, 5, 6, 1]],
  ] as const)("%s takes each of them", async ([name, values], { expect }) => {
    for (const value of values) {
      await world().events();
      await update({ [name]: value });
      const events = eventsFor(world().people.guest.id, await world().events());
      expect(events).toEqual([announced(name, value)]);
      expect((await shown())[name]).toBe(value);
    }
  });

  test("the one way to log in may be given as it is, and nobody is told", async ({ expect }) => {
    const before = await shown();
    await world().events();
    await update({ authentication_methods: { Email: true } });
    expect(await world().events()).toEqual([]);
    expect(await shown()).toEqual(before);
  });
});

describe("the permissions of an organization (docs/behaviour/organization.md#permissions)", () => {
  const permissions = Object.entries(permissionTable);
  const systemOnly = new Set(["can_access_all_users_group", "can_create_web_public_channel_group"]);

  test("the permissions of an organization are at first what the table says", async ({
    expect,
  }) => {
    const before = await shown();
    for (const [name, { initially }] of permissions)
      expect(before[name], name).toBe(groups[initially]);
  });

  for (const [name, { initially, never }] of permissions) {
    test(`${name} refuses what it cannot be, and stays`, async ({ expect }) => {
      const { acmeOwner, people } = world();
      const isSystemOnly = systemOnly.has(name);
      await world().events();
      for (const group of never)
        await expect(update({ [name]: { new: groups[group] } }), group).rejects.toMatchObject({
          code: "BAD_REQUEST",
          message: `'${name}' setting cannot be set to '${group}' group.`,
        });
      await expect(update({ [name]: { new: 999_999 } })).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message: "Invalid user group",
      });
      await expect(update({ [name]: { new: deactivated } })).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message: "User group is deactivated.",
      });
      const somebody = isSystemOnly ? people.alice : acmeOwner;
      const listed = { direct_members: [somebody.id], direct_subgroups: [] };
      await expect(update({ [name]: { new: listed } })).rejects.toMatchObject(
        isSystemOnly
          ? { code: "SYSTEM_GROUP_REQUIRED", details: { setting_name: name } }
          : { code: "BAD_REQUEST", message: `Invalid user ID: ${somebody.id}` },
      );
      await expect(
        update({ [name]: { new: groups["role:moderators"], old: groups["role:internet"] } }),
      ).rejects.toMatchObject({
        code: "EXPECTATION_MISMATCH",
        message: "'old' value does not match the expected value.",
        details: { field_name: "old" },
      });
      expect(await world().events()).toEqual([]);
      expect((await shown())[name]).toBe(groups[initially]);
    });

    test(`the permissions of an organization ${name} is changed, told to everybody once, and shown`, async ({
      expect,
    }) => {
      const group = initially === "role:moderators" ? "role:members" : "role:moderators";
      const value = groups[group];
      await world().events();
      await update({ [name]: { new: value, old: groups[initially] } });
      // Whom the guest may not see any more, the guest is told of besides.
      const heard = eventsFor(world().people.guest.id, await world().events());
      const data = { [name]: value, ...olderForm(name, group) };
      expect(heard.filter(isOfRealm)).toEqual([
        { type: "realm", op: "update_dict", property: "default", data },
      ]);
      expect(await shown()).toMatchObject(data);
      await update({ [name]: { new: value } });
      expect((await world().events()).filter(({ event }) => isOfRealm(event))).toEqual([]);
    });
  }
});
