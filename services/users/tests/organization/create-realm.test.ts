import {
  addRealmUser,
  checkApiKey,
  createRealm,
  deactivateRealm,
  fetchApiKey,
  listRealms,
  reactivateRealm,
  rotateKey,
} from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { password } from "../people.ts";
import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());
const owner = { email: "boss@new.example", fullName: "The Boss", password };

describe("an organization (docs/behaviour/organization.md#creating-an-organization)", () => {
  test("an organization is created, closed and listed by nobody but the operator", async ({
    expect,
  }) => {
    const { identity } = world().people.owner;
    const refused = { code: "UNAUTHORIZED" };
    const input = { subdomain: "new", name: "New", owner };
    await expect(world().call(createRealm, input, identity)).rejects.toMatchObject(refused);
    await expect(world().call(listRealms, {}, identity)).rejects.toMatchObject(refused);
    const acme = { subdomain: "acme" };
    await expect(world().call(deactivateRealm, acme, identity)).rejects.toMatchObject(refused);
  });

  test("an organization is created only where all processes know its events (docs/hosting.md#partitions)", async ({
    expect,
  }) => {
    const input = { subdomain: "later", name: "Later", owner };
    await world().database.query(
      sql.unsafe`alter sequence realm_realm_id_seq restart with 100 maxvalue 100`,
    );
    await world().database.query(sql.unsafe`select nextval('realm_realm_id_seq')`);
    await expect(world().call(createRealm, input)).rejects.toMatchObject({
      code: "SERVICE_UNAVAILABLE",
      message:
        "No organization can be created until PARTITIONS is raised in all processes: run migrate again (docs/hosting.md#partitions).",
    });
    await world().database.query(
      sql.unsafe`alter sequence realm_realm_id_seq no maxvalue restart with 5000`,
    );
    await expect(world().call(createRealm, input)).resolves.toMatchObject({
      realm: { id: 5000 },
    });
  });

  test.for([
    [{ subdomain: "a.b" }, "subdomain"],
    [{ subdomain: "-a" }, "subdomain"],
    [{ subdomain: "A B" }, "subdomain"],
    [{ subdomain: "acme" }, "subdomain"],
    [{ subdomain: "" }, "subdomain"],
    [{ subdomain: "www" }, "subdomain"],
    [{ name: " " }, "name"],
    [{ name: "x".repeat(41) }, "name"],
    [{ owner: { ...owner, email: "nobody" } }, "owner.email"],
    [{ owner: { ...owner, email: "a@" } }, "owner.email"],
    [{ owner: { ...owner, fullName: "B" } }, "owner.fullName"],
    [{ owner: { ...owner, password: "123456" } }, "owner.password"],
    [{ owner: { ...owner, password: "aaaaaaaaaaaaaa" } }, "owner.password"],
  ] as const)(
    "an organization is refused for %o with the field that is wrong",
    async ([change, field]: readonly [object, string], { expect }) => {
      const before = await world().call(listRealms, {});
      const created = world().call(createRealm, {
        subdomain: "new",
        name: "New",
        owner,
        ...change,
      });
      await expect(created).rejects.toMatchObject({ code: "BAD_REQUEST", details: { field } });
      await expect(world().call(listRealms, {})).resolves.toEqual(before);
    },
  );

  test("an organization is created with its owner, who can log in there and nowhere else", async ({
    expect,
  }) => {
    const { realm, owner: boss } = await world().call(createRealm, {
      subdomain: "new",
      name: "New",
      owner,
    });
    expect(realm.url).toBe("http://new.localhost:9991");
    const params = { username: owner.email, password };
    const key = await world().request(world().anonymous(realm), fetchApiKey, params);
    expect(key).toMatchObject({ api_key: boss.apiKey, email: owner.email, user_id: boss.userId });
    const elsewhere = world().request(world().anonymous(), fetchApiKey, params);
    await expect(elsewhere).rejects.toMatchObject({ code: "AUTHENTICATION_FAILED" });
  });

  test("an organization keeps accounts that are added again as they are", async ({ expect }) => {
    const { id } = world().realm;
    const { alice } = world().people;
    const input = {
      realmId: id,
      email: "ALICE@example.com",
      fullName: "Other",
      role: 100,
      password: null,
    };
    const again = await world().call(addRealmUser, input);
    expect(again).toMatchObject({ userId: alice.id, apiKey: alice.apiKey, created: false });
  });

  test("an organization is closed at once, and its clients are told", async ({ expect }) => {
    await world().events();
    await world().call(deactivateRealm, { subdomain: "acme" });
    await world().call(deactivateRealm, { subdomain: "acme" });
    const events = await world().events();
    expect(eventsFor(world().acmeOwner.id, events)).toEqual([
      { type: "realm", op: "deactivated", realm_id: world().acme.id },
    ]);
    const { realms } = await world().call(listRealms, {});
    expect(realms.find(({ subdomain }) => subdomain === "acme")).toMatchObject({
      deactivated: true,
      activeUsers: 1,
    });
    const login = world().request(world().anonymous(world().acme), fetchApiKey, {
      username: "owner@acme.example",
      password,
    });
    await expect(login).rejects.toMatchObject({ code: "REALM_DEACTIVATED" });
  });

  test("only the operator opens an organization again, with new keys, while those of before stay dead", async ({
    expect,
  }) => {
    const acme = { subdomain: "acme" };
    const { identity } = world().people.owner;
    const byOwner = world().call(reactivateRealm, acme, identity);
    await expect(byOwner).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    const unknown = world().call(reactivateRealm, { subdomain: "none" });
    await expect(unknown).rejects.toMatchObject({ code: "BAD_REQUEST" });
    const { email, id: userId, apiKey: old } = world().acmeOwner;
    const check = (apiKey: string) =>
      world().call(checkApiKey, { realmId: world().acme.id, email, apiKey });
    const login = async () => {
      const asked = { username: "owner@acme.example", password };
      return (await world().request(world().anonymous(world().acme), fetchApiKey, asked)).api_key;
    };
    const { apiKey: elsewhere, email: other } = world().people.owner;
    expect(await check(old)).toMatchObject({ valid: false, reason: "realm_deactivated" });
    await world().call(reactivateRealm, acme);
    expect(await check(old)).toEqual({ valid: false, reason: "unknown" });
    const key = await login();
    expect(key).toMatch(/^[a-zA-Z\d]{32}$/);
    expect(await check(key)).toMatchObject({ valid: true, userId });
    await world().call(reactivateRealm, acme);
    expect(await login()).toBe(key);
    expect(
      await world().call(checkApiKey, {
        realmId: world().realm.id,
        email: other,
        apiKey: elsewhere,
      }),
    ).toMatchObject({ valid: true });
  });
});

test("an organization's name is one that can be seen, and turns no text", async ({ expect }) => {
  const somebody = { email: "o@new.example", fullName: "Some Owner", password: null };
  for (const name of ["a\u202Eb", "\u200B"])
    await expect(
      world().call(createRealm, { subdomain: "new", name, owner: somebody }),
    ).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: expect.stringMatching(/^Invalid character in name, at position \d\.$/),
    });
});

describe("a rotated key (docs/behaviour/organization.md#creating-an-organization)", () => {
  test("a rotated key is refused for unknown organizations and accounts", async ({ expect }) => {
    for (const input of [
      { subdomain: "none", email: "owner@example.com" },
      { subdomain: "", email: "nobody@example.com" },
    ])
      await expect(world().call(rotateKey, input)).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  test("a rotated key replaces the old one at once", async ({ expect }) => {
    const { guest } = world().people;
    const { apiKey } = await world().call(rotateKey, { subdomain: "", email: guest.email });
    const check = (key: string) =>
      world().call(checkApiKey, { realmId: world().realm.id, email: guest.email, apiKey: key });
    expect(await check(guest.apiKey)).toMatchObject({ valid: false });
    expect(await check(apiKey)).toMatchObject({ valid: true, userId: guest.id });
  });
});
