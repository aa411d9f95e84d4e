import {
  createUser,
  deactivateRealm,
  getUsersState,
  listUserGroups,
  reactivateRealm,
  sendInvites,
  updateRealm,
  updateUser,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test, vi } from "vitest";

import { password } from "../people.ts";
import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());
const dayMs = 86_400_000;

async function fullMembers() {
  const { user_groups: groups } = await world().request("owner", listUserGroups, {});
  const found = groups.find(({ name }) => name === "role:fullmembers");
  if (found === undefined) throw new Error("There is no such group.");
  return { id: found.id, members: found.members };
}

async function passDays(days: number): Promise<void> {
  world().clock.aheadMs += days * dayMs;
  await world().service.fullMembers.runNow();
}

describe("members who wait to become full members (docs/behaviour/groups.md#full-members)", () => {
  test("members become full members when the time has come, and everybody is told once", async ({
    expect,
  }) => {
    const { bot, guest, alice } = world().people;
    await world().request("owner", updateRealm, { waiting_period_threshold: 3 });
    const { id, members } = await fullMembers();
    expect(members).toEqual([]);
    await world().events();
    await passDays(2.9);
    expect(await world().events()).toEqual([]);
    await passDays(0.1);
    const announced = { type: "user_group", op: "add_members", group_id: id };
    expect(eventsFor(guest.id, await world().events())).toEqual([
      { ...announced, user_ids: [alice.id, bot.id] },
    ]);
    expect((await fullMembers()).members).toEqual([alice.id, bot.id]);
    await passDays(1);
    expect(await world().events()).toEqual([]);
  });

  test("new full members have the permissions of these from then on, for all services", async ({
    expect,
  }) => {
    const { user_id } = await world().request("owner", createUser, {
      email: "late@example.com",
      full_name: "Late Member",
      password,
    });
    const { id } = await fullMembers();
    await world().request("owner", updateRealm, {
      waiting_period_threshold: 10,
      can_invite_users_group: { new: id },
    });
    const invitee_emails = "friend@example.com";
    const identity = { ...world().people.alice.identity, userId: user_id };
    const ask = () => world().request(identity, sendInvites, { invitee_emails });
    await expect(ask()).rejects.toMatchObject({ message: "Insufficient permission" });
    const before = await world().call(getUsersState, { realmId: world().realm.id, since: 0 });
    await passDays(6);
    await ask();
    const { version: since } = before;
    const { groups } = await world().call(getUsersState, { realmId: world().realm.id, since });
    expect(groups.find((group) => group.id === id)?.members).toContain(user_id);
  });

  test("members become full members once when several processes look at the same time", async ({
    expect,
  }) => {
    const { guest, alice } = world().people;
    await world().request("owner", updateRealm, { waiting_period_threshold: 100 });
    const { id, members } = await fullMembers();
    expect(members).not.toContain(alice.id);
    const others = [await world().addService(), await world().addService()];
    await world().events();
    world().clock.aheadMs += 101 * dayMs;
    const processes = [world().service, ...others];
    const look = () => Promise.all(processes.map(({ fullMembers: clock }) => clock.runNow()));
    // The one that writes for the organization promotes; the others leave it to that one, which may also be the next
    // time.
    const announced: object[] = [];
    await vi.waitFor(
      async () => {
        await look();
        announced.push(...eventsFor(guest.id, await world().events()));
        expect(announced).not.toEqual([]);
      },
      { timeout: 240_000 },
    );
    expect(announced).toMatchObject([{ type: "user_group", op: "add_members", group_id: id }]);
    expect((await fullMembers()).members).toContain(alice.id);
    await look();
    expect(await world().events()).toEqual([]);
  });

  test("members whose time came while the organization was deactivated are full members when it is back", async ({
    expect,
  }) => {
    const { alice } = world().people;
    await world().request("owner", updateRealm, { waiting_period_threshold: 500 });
    await world().call(deactivateRealm, { subdomain: "" });
    await passDays(501);
    await passDays(2);
    await world().call(reactivateRealm, { subdomain: "" });
    expect((await fullMembers()).members).toContain(alice.id);
  });

  test("only as members: not once they are moderators, guests or gone", async ({ expect }) => {
    const { alice } = world().people;
    await world().request("owner", updateRealm, { waiting_period_threshold: 1000 });
    await world().request("owner", updateUser, { user_id: alice.id, role: 600 });
    await passDays(1000);
    expect((await fullMembers()).members).not.toContain(alice.id);
    await world().request("owner", updateUser, { user_id: alice.id, role: 400 });
    expect((await fullMembers()).members).toContain(alice.id);
  });
});
