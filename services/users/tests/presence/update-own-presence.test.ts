import {
  deactivateUser,
  getRealmPresence,
  updateOwnPresence,
  updateSettings,
} from "@team-chat/contract";
import { useWorld, withAnyParams } from "@team-chat/testkit";
import { describe, test } from "vitest";

import type { Name } from "../people.ts";
import { eventsFor } from "../read-events.ts";
import { registerSections } from "../register/register-sections.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

function ping(as: Name, more: object = {}) {
  return world().request(as, updateOwnPresence, { status: "active", ...more });
}

const legacy = {
  aggregated: { client: "website", status: "active", timestamp: expect_int() },
  website: { client: "website", status: "active", timestamp: expect_int(), pushable: false },
};

/** Matches any number, where `expect` of a test is not at hand. */
function expect_int() {
  return { asymmetricMatch: (value: unknown) => Number.isInteger(value) };
}

describe("reporting one's presence (docs/behaviour/presence.md#reporting-presence)", () => {
  test("reporting one's presence is refused to bots, without a status and with an unknown one", async ({
    expect,
  }) => {
    await expect(ping("bot")).rejects.toMatchObject({
      message: "This endpoint does not accept bot requests.",
    });
    await expect(ping("alice", { status: "dancing" })).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "Invalid status: dancing",
    });
    await expect(
      world().request("alice", withAnyParams(updateOwnPresence), {}),
    ).rejects.toMatchObject({
      code: "REQUEST_VARIABLE_MISSING",
    });
    await expect(ping("alice", { history_limit_days: -1 })).rejects.toMatchObject({
      message: "history_limit_days is too small",
    });
    expect(await registerSections(world(), "alice", { fetch: ["presence"] })).toMatchObject({
      presences: {},
      presence_last_update_id: -1,
      server_timestamp: expect.any(Number),
    });
  });

  test("reporting one's presence tells everybody once that somebody is back, and answers who is there", async ({
    expect,
  }) => {
    const { alice, guest } = world().people;
    await world().events();
    const answer = await ping("alice", { new_user_input: true });
    expect(answer.presences).toEqual({ [alice.email]: legacy });
    await ping("alice");
    await ping("alice", { status: "idle" });
    expect(eventsFor(guest.id, await world().events())).toEqual([
      {
        type: "presence",
        user_id: alice.id,
        email: alice.email,
        server_timestamp: expect.any(Number),
        presence: { website: legacy.website },
      },
    ]);
    expect(await ping("alice", { ping_only: true })).toEqual({});
  });

  test("reporting one's presence answers only what is newer than the last update id, by user id", async ({
    expect,
  }) => {
    const { alice, admin } = world().people;
    const { presence_last_update_id: last } = await ping("alice", { slim_presence: true });
    expect(last).toBeGreaterThan(0);
    expect((await ping("alice", { last_update_id: last ?? 0 })).presences).toEqual({});
    const after = await ping("admin", { last_update_id: last ?? 0 });
    expect(after.presences).toEqual({
      [admin.id]: { active_timestamp: expect.any(Number), idle_timestamp: expect.any(Number) },
    });
    const all = await ping("alice", { last_update_id: -1 });
    expect(Object.keys(all.presences ?? {})).toEqual(
      [admin.id, alice.id].toSorted((a, b) => a - b).map(String),
    );
    const ahead = await ping("alice", { last_update_id: (all.presence_last_update_id ?? 0) + 9 });
    expect(Object.keys(ahead.presences ?? {})).toHaveLength(2);
  });

  // See docs/behaviour/presence.md#forms-of-presence.
  test("the initial data have presence in the form that the client reads", async ({ expect }) => {
    const { alice } = world().people;
    const slim = await registerSections(world(), "guest", { fetch: ["presence"] });
    expect(slim["presences"]).toHaveProperty(String(alice.id));
    const old = await registerSections(world(), "guest", {
      fetch: ["presence"],
      slimPresence: false,
    });
    expect(old["presences"]).toMatchObject({ [alice.email]: legacy });
    const recent = { fetch: ["presence"], presenceHistoryLimitDays: 0 };
    const none = await registerSections(world(), "guest", recent);
    expect(none["presences"]).toEqual({});
    const realm = await world().request("guest", getRealmPresence, {});
    expect(realm.presences).toMatchObject({ [alice.email]: legacy });
  });

  test("nothing is recorded of those who do not share their presence, and they seem to have left", async ({
    expect,
  }) => {
    const { admin, guest } = world().people;
    await ping("admin");
    await world().events();
    await world().request("admin", updateSettings, { presence_enabled: false });
    const [event] = eventsFor(guest.id, await world().events()) as {
      user_id: number;
      presence: { website: { timestamp: number } };
    }[];
    expect(event?.user_id).toBe(admin.id);
    expect(event?.presence.website.timestamp).toBeLessThan(Date.now() / 1000 - 200);
    const { presences } = await ping("admin", { slim_presence: true });
    expect(presences?.[admin.id]).toMatchObject({
      active_timestamp: event?.presence.website.timestamp,
    });
    await world().request("admin", updateSettings, { presence_enabled: true });
    const back = await ping("guest", { slim_presence: true });
    expect(back.presences?.[admin.id]).toMatchObject({ active_timestamp: expect.any(Number) });
    expect(eventsFor(guest.id, await world().events())).toMatchObject([
      { type: "presence", user_id: admin.id },
      { type: "presence", user_id: guest.id },
    ]);
  });

  test("the answer to a presence report leaves deactivated people out", async ({ expect }) => {
    const { moderator } = world().people;
    const before = await ping("moderator", { slim_presence: true });
    expect(before.presences).toHaveProperty(String(moderator.id));
    await world().request("owner", deactivateUser, { user_id: moderator.id });
    const after = await ping("alice", { slim_presence: true });
    expect(after.presences).not.toHaveProperty(String(moderator.id));
  });
});
