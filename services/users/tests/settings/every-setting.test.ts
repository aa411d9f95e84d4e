import {
  addRealmUser,
  type Operation,
  updateDisplaySettings,
  updateNotificationSettings,
  updateSettings,
  updateUserSettingsDefaults,
} from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { eventsFor } from "../read-events.ts";
import { registerSections } from "../register/register-sections.ts";
import { World } from "../world.ts";
import { legacyForm, settingTable } from "./setting-table.ts";

const world = useWorld(() => World.create());
const names = Object.keys(settingTable);

const facts = (name: string) => {
  const known = settingTable[name];
  if (known === undefined) throw new Error(`There is no setting ${name}.`);
  return known;
};

async function ownSettings(as: "alice" | Caller = "alice") {
  const { user_settings: own } = await registerSections(world(), as, { fetch: ["user_settings"] });
  return own as Record<string, unknown>;
}

/** Returns the settings as clients without `user_settings_object` get them, with the older event. */
async function legacySettings(form: "display" | "notification") {
  const section = form === "display" ? "update_display_settings" : "update_global_notifications";
  return registerSections(world(), "alice", { fetch: [section], capabilities: {} });
}

type Change = Operation<Operation["params"]>;

const change = (operation: Change, value: Record<string, unknown>) =>
  world().request("alice", operation, value);

/** Lists Alice's events about a setting, newer form first. */
function announced(name: string, value: unknown): readonly object[] {
  const language =
    name === "default_language"
      ? { language_name: { en: "English", de: "German" }[String(value)] }
      : {};
  const { email } = world().people.alice;
  return [
    { type: "user_settings", op: "update", property: name, value, ...language },
    legacyForm(name) === "display"
      ? {
          type: "update_display_settings",
          user: email,
          setting_name: name,
          setting: value,
          ...language,
        }
      : {
          type: "update_global_notifications",
          user: email,
          notification_name: name,
          setting: value,
        },
  ];
}

/** Settings whose change others are told of as well, which is tested with `PATCH /settings`. */
const seenByOthers = new Set([
  "allow_private_data_export",
  "email_address_visibility",
  "presence_enabled",
]);

describe("the settings of a user (docs/behaviour/settings.md#values)", () => {
  test("the settings of a user are at first what the table says, and nothing else is one", async ({
    expect,
  }) => {
    const {
      available_notification_sounds: sounds,
      emojiset_choices: choices,
      ...own
    } = await ownSettings();
    const initially = names.map((name) => [name, facts(name).initially] as const);
    expect(own).toEqual({ ...Object.fromEntries(initially), timezone: "" });
    expect(sounds).toEqual(["zulip", "ding", "chime", "none"]);
    expect(choices).toContainEqual({ key: "google", text: "Google" });
    for (const form of ["display", "notification"] as const) {
      const flat = await legacySettings(form);
      for (const [name, value] of initially)
        expect(flat[name], name).toBe(legacyForm(name) === form ? value : undefined);
    }
  });

  for (const name of names)
    test(`${name} is changed, told to the user in both forms, and told once`, async ({
      expect,
    }) => {
      const { admin, alice } = world().people;
      const { another, initially } = facts(name);
      for (const value of [another, initially]) {
        await world().events();
        await change(updateSettings, { [name]: value });
        const events = await world().events();
        const own = eventsFor(alice.id, events);
        expect(own.slice(0, 1)).toEqual(announced(name, value).slice(0, 1));
        if (!seenByOthers.has(name)) {
          expect(own).toEqual(announced(name, value));
          expect(eventsFor(admin.id, events)).toEqual([]);
        }
        expect((await ownSettings())[name]).toBe(value);
        expect((await legacySettings(legacyForm(name)))[name]).toBe(value);
        await change(updateSettings, { [name]: value });
        expect(await world().events()).toEqual([]);
      }
    });

  test.for([updateDisplaySettings, updateNotificationSettings])(
    "the settings of a user are all changed with $method $path as well (docs/behaviour/settings.md#older-operations)",
    async (operation, { expect }) => {
      for (const key of ["another", "initially"] as const) {
        const wanted = Object.fromEntries(names.map((name) => [name, facts(name)[key]]));
        await world().events();
        await change(operation, wanted);
        const events = eventsFor(world().people.alice.id, await world().events());
        for (const name of names) expect(events).toContainEqual(announced(name, wanted[name])[0]);
        expect(await ownSettings()).toMatchObject(wanted);
      }
    },
  );
});

describe("what settings new users begin with (docs/behaviour/organization.md#defaults-of-new-users)", () => {
  test("each setting that new users begin with is changed, told to everybody, and what new users have", async ({
    expect,
  }) => {
    const { guest } = world().people;
    for (const name of names) {
      const value = facts(name).another;
      await world().events();
      await world().request("admin", updateUserSettingsDefaults, { [name]: value });
      expect(eventsFor(guest.id, await world().events()), name).toEqual([
        { type: "realm_user_settings_defaults", op: "update", property: name, value },
      ]);
      await world().request("admin", updateUserSettingsDefaults, { [name]: value });
      expect(await world().events(), name).toEqual([]);
    }
    const wanted = Object.fromEntries(names.map((name) => [name, facts(name).another]));
    const { realm_user_settings_defaults: defaults } = await registerSections(world(), "guest", {
      fetch: ["realm_user_settings_defaults"],
    });
    expect(defaults).toMatchObject(wanted);
    const { userId } = await world().call(addRealmUser, {
      realmId: world().realm.id,
      email: "new@example.com",
      fullName: "New Person",
      role: 400,
      password: null,
    });
    const newUser = { ...world().people.alice.identity, userId };
    expect(await ownSettings(newUser)).toMatchObject(wanted);
    const initially = Object.fromEntries(names.map((name) => [name, facts(name).initially]));
    expect(await ownSettings()).toMatchObject(initially);
  });
});
