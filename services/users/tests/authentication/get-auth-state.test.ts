import {
  deactivateRealm,
  deactivateUser,
  getAuthState,
  reactivateRealm,
  reactivateUser,
  regenerateOwnKey,
  updateUser,
} from "@team-chat/contract";
import { nextLook, useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

async function state(host: string, since: number) {
  const answer = await world().call(getAuthState, { host, since });
  if (!answer.known) throw new Error(`${host} is unknown.`);
  return answer;
}

describe("a host (docs/behaviour/api.md#lost-access)", () => {
  test("a host that is not ours, or a subdomain without organization, is unknown", async ({
    expect,
  }) => {
    for (const host of [
      "example.com",
      "nobody.localhost:9991",
      "a.acme.localhost:9991",
      "notlocalhost",
    ])
      expect(await world().call(getAuthState, { host, since: 0 })).toEqual({ known: false });
  });

  test("a host names its organization with or without the port", async ({ expect }) => {
    for (const host of ["localhost:9991", "localhost"])
      expect((await state(host, 0)).realm).toEqual({ ...world().realm, deactivated: false });
    for (const host of ["acme.localhost:9991", "acme.localhost"])
      expect((await state(host, 0)).realm).toEqual({ ...world().acme, deactivated: false });
  });
});

describe("what a gateway must forget (docs/behaviour/api.md#lost-access)", () => {
  test("a gateway must forget everything when it knows nothing", async ({ expect }) => {
    expect((await state("localhost", 0)).changedUserIds).toBeNull();
  });

  test("a gateway must forget nobody when only names changed, though the users have a new version", async ({
    expect,
  }) => {
    const before = await state("localhost", 0);
    const { alice } = world().people;
    await world().request("owner", updateUser, { user_id: alice.id, full_name: "Another Name" });
    const after = await state("localhost", before.authVersion);
    expect(after.changedUserIds).toEqual([]);
    expect(after.authVersion).toBe(before.authVersion);
    expect(after.usersVersion).toBe(before.usersVersion + 1);
  });

  test("a gateway must forget those whose key, role or activity changed", async ({ expect }) => {
    const { alice, guest, moderator } = world().people;
    const { authVersion } = await state("localhost", 0);
    await world().request("alice", regenerateOwnKey, {});
    await world().request("owner", deactivateUser, { user_id: guest.id });
    await world().request("owner", updateUser, { user_id: moderator.id, role: 400 });
    const after = await state("localhost", authVersion);
    expect(after.changedUserIds?.toSorted((a, b) => a - b)).toEqual(
      [alice.id, guest.id, moderator.id].toSorted((a, b) => a - b),
    );
    expect((await state("localhost", after.authVersion)).changedUserIds).toEqual([]);
  });

  test("a gateway must forget everything when the organization was closed", async ({ expect }) => {
    const before = await state("acme.localhost", 0);
    await world().call(deactivateRealm, { subdomain: "acme" });
    const after = await state("acme.localhost", before.authVersion);
    expect(after.changedUserIds).toBeNull();
    expect(after.realm.deactivated).toBe(true);
  });
});

describe("the version alone, as gateways ask for it (docs/adr/0003-proof-of-currency.md)", () => {
  /** As soon as there is a link. */
  async function version(realmId: number): Promise<number> {
    for (;;) {
      const announced = await world().users.version(realmId, 60_000);
      if (announced !== null) return announced;
      await nextLook();
    }
  }

  test("the version alone is that of the full answer, and another after each change of what that says", async ({
    expect,
  }) => {
    const { guest, moderator } = world().people;
    const changes: readonly [host: string, change: () => Promise<unknown>][] = [
      ["localhost", () => world().request("alice", regenerateOwnKey, {})],
      [
        "localhost",
        () => world().request("owner", updateUser, { user_id: moderator.id, role: 300 }),
      ],
      ["localhost", () => world().request("owner", reactivateUser, { user_id: guest.id })],
      ["localhost", () => world().request("owner", deactivateUser, { user_id: guest.id })],
      ["acme.localhost", () => world().call(reactivateRealm, { subdomain: "acme" })],
      ["acme.localhost", () => world().call(deactivateRealm, { subdomain: "acme" })],
    ];
    for (const [host, change] of changes) {
      const before = await state(host, 0);
      expect(await version(before.realm.id)).toBe(before.usersVersion);
      await change();
      const after = await state(host, before.authVersion);
      expect(after).not.toEqual({ ...before, changedUserIds: [] });
      expect(await version(before.realm.id)).toBeGreaterThan(before.usersVersion);
      expect(await version(before.realm.id)).toBe(after.usersVersion);
    }
  });

  test("the version alone is 0 of an organization that there is not", async ({ expect }) => {
    expect(await version(2 ** 40)).toBe(0);
  });
});
