import {
  deactivateUser,
  getRealmPresence,
  getUserPresence,
  reactivateUser,
  updateOwnPresence,
  updateRealm,
  updateSettings,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeAll, describe, test } from "vitest";

import type { Name } from "../people.ts";
import { registerSections } from "../register/register-sections.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

function ping(as: Name) {
  const active = { status: "active", new_user_input: true, slim_presence: true } as const;
  return world().request(as, updateOwnPresence, active);
}

/** Returns the events of presence since the last look. */
async function hearersOfPresence() {
  const events = await world().events();
  return events.filter(({ event }) => event["type"] === "presence");
}

describe("an organization that shows nobody's presence (docs/behaviour/presence.md#presence-switched-off)", () => {
  beforeAll(async () => {
    await ping("guest");
    await world().request("owner", updateRealm, { presence_disabled: true });
    await hearersOfPresence();
  });

  test("an organization that shows nobody's presence tells nobody who comes", async ({
    expect,
  }) => {
    await ping("alice");
    expect(await hearersOfPresence()).toEqual([]);
  });

  test("an organization without presence tells nobody who ceases or begins to share it", async ({
    expect,
  }) => {
    await world().request("admin", updateSettings, { presence_enabled: false });
    expect(await hearersOfPresence()).toEqual([]);
    await world().request("admin", updateSettings, { presence_enabled: true });
    expect(await hearersOfPresence()).toEqual([]);
  });

  test("an organization without presence tells nobody of those who are let in again", async ({
    expect,
  }) => {
    const { guest } = world().people;
    await world().request("admin", deactivateUser, { user_id: guest.id });
    await world().request("admin", reactivateUser, { user_id: guest.id });
    expect(await hearersOfPresence()).toEqual([]);
  });

  test("an organization that shows nobody's presence answers none, in the initial data as elsewhere", async ({
    expect,
  }) => {
    const nobody = { presences: {}, presence_last_update_id: -1 };
    expect(await registerSections(world(), "guest", { fetch: ["presence"] })).toMatchObject(nobody);
    expect(await ping("moderator")).toMatchObject(nobody);
    const { presences } = await world().request("alice", getRealmPresence, {});
    expect(presences).toEqual({});
    const { id } = world().people.admin;
    const asked = world().request("alice", getUserPresence, { user_id_or_email: String(id) });
    await expect(asked).rejects.toMatchObject({ message: `No presence data for ${id}` });
  });

  test("presence that was reported while it was not shown is shown when it is shown again", async ({
    expect,
  }) => {
    await world().request("owner", updateRealm, { presence_disabled: false });
    const { admin, alice } = world().people;
    const { presences } = await ping("moderator");
    expect(presences).toHaveProperty(String(admin.id));
    expect(presences).toHaveProperty(String(alice.id));
  });
});
