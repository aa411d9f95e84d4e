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

import type { Name } from "../people.ts";
import { eventsFor } from "../read-events.ts";
import { registerSections } from "../register/register-sections.ts";
import { World } from "../world.ts";
import { valueRounds } from "./setting-table.ts";

const world = useWorld(() => World.create());

async function section(as: Name | Caller, name: string): Promise<Record<string, unknown>> {
  const sections = await registerSections(world(), as, { fetch: [name] });
  return sections[name] as Record<string, unknown>;
}

type Change = Operation<Operation["params"]>;

/** By name, what events of a type say that settings are now; each setting has one event. */
function announced(as: Name, type: string, events: Parameters<typeof eventsFor>[1]) {
  const own = eventsFor(world().people[as].id, events) as Record<string, unknown>[];
  const entries = own
    .filter((event) => event["type"] === type)
    .map(({ property, value }) => [String(property), value] as const);
  if (new Set(entries.map(([name]) => name)).size < entries.length)
    throw new Error("A setting was told of twice.");
  return Object.fromEntries(entries);
}

function differences(before: Record<string, unknown>, after: Record<string, unknown>) {
  const changed = Object.entries(after).filter(([name, value]) => before[name] !== value);
  return Object.fromEntries(changed);
}

describe("every value of every setting that has few (docs/behaviour/settings.md#values)", () => {
  test.for([updateSettings, updateDisplaySettings, updateNotificationSettings])(
    "every value of a setting that has few is taken by $method $path, told once and shown",
    async (operation: Change, { expect }) => {
      for (const wanted of valueRounds) {
        const before = await section("alice", "user_settings");
        await world().events();
        await world().request("alice", operation, wanted);
        const events = await world().events();
        expect(announced("alice", "user_settings", events)).toEqual(differences(before, wanted));
        expect(await section("alice", "user_settings")).toEqual({ ...before, ...wanted });
      }
    },
  );

  test("every value of a default setting that has few is taken, told once, shown, and what new users have", async ({
    expect,
  }) => {
    const defaults = "realm_user_settings_defaults";
    for (const [round, wanted] of valueRounds.entries()) {
      const before = await section("guest", defaults);
      await world().events();
      await world().request("admin", updateUserSettingsDefaults, wanted);
      const events = await world().events();
      expect(announced("guest", defaults, events)).toEqual(differences(before, wanted));
      const after = { ...before, ...wanted };
      expect(await section("guest", defaults)).toEqual(after);
      const { userId } = await world().call(addRealmUser, {
        realmId: world().realm.id,
        email: `new${round}@example.com`,
        fullName: `New Person ${round}`,
        role: 400,
        password: null,
      });
      const newUser = { ...world().people.alice.identity, userId };
      expect(await section(newUser, "user_settings")).toMatchObject(wanted);
    }
  });
});
