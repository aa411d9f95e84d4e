import { Secret } from "@team-chat/config";
import {
  deactivateUser,
  fetchApiKey,
  listUserGroups,
  listUsers,
  roles,
  updateUser,
} from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { nextLook, useWorld } from "@team-chat/testkit";
import { afterAll, describe, test } from "vitest";

import { askOperator, operatorKeys } from "../ask-operator.ts";
import { Groups } from "../groups/groups.ts";
import { gif, png } from "../pictures.ts";
import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";
import { auditedAfter } from "./audited.ts";
import { CompanyDirectory, directoryPassword } from "./company-directory.ts";

const company = await CompanyDirectory.start();
afterAll(() => company[Symbol.asyncDispose]());
const world = useWorld(() => World.create({ OPERATOR_KEYS: operatorKeys }));
const groups = new Groups(world);
const mapping = {
  role: { claim: "title", values: { Boss: "administrator" }, otherwise: "member" },
  groups: { claim: "groups", values: { engineering: "engineers" } },
};

const path = (what: string) => `/organizations/${world().realm.id}/${what}`;

async function use(more: object = {}) {
  const settings = company.settings({ groups: { base: company.groups }, mapping, ...more });
  const body = { directory: settings };
  return (await askOperator(world(), path("sign_in"), { method: "PATCH", body })).answer;
}

async function sync(given: object = {}) {
  return (await askOperator(world(), path("sync_directory"), { body: given })).answer;
}

async function logIn(username: string): Promise<number> {
  const given = { username, password: directoryPassword };
  return (await world().request(world().anonymous(), fetchApiKey, given)).user_id;
}

async function people() {
  const { members } = await world().request("owner", listUsers, {});
  return new Map(members.map((member) => [member.user_id, member]));
}

/** Statements of this database that wait for a lock. */
const waiting = sql.unsafe`
  select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

const names = ["ada", "ben", "cleo", "dan", "eve", "fred"];
const ids = new Map<string, number>();
const idOf = (name: string) => ids.get(name) ?? 0;

async function isActive(name: string) {
  return (await people()).get(idOf(name))?.is_active;
}

describe("synchronisation (docs/behaviour/single-sign-on.md#synchronisation)", () => {
  test("an organization without a directory, or with one that nobody searches, is not synchronised", async ({
    expect,
  }) => {
    expect(await sync()).toMatchObject({ code: "BAD_REQUEST" });
    const userDn = "uid={username},ou=people,dc=company,dc=example";
    await use({ bindDn: undefined, bindPassword: undefined, userDn });
    expect(await sync()).toMatchObject({
      msg: "The organization has no directory with a bindDn.",
    });
    const { answer } = await askOperator(world(), path("sync_directory"), {
      key: "read",
      body: {},
    });
    expect(answer).toMatchObject({ msg: "This needs a key with the scope 'write'." });
  });

  test("an account gets name, picture, role and groups of the directory, and clients hear of it, but not of a dry run", async ({
    expect,
  }) => {
    await use();
    const engineers = await groups.add("engineers");
    for (const name of names) {
      await company.add(name, { cn: `${name} Before` });
      ids.set(name, await logIn(name));
    }
    await company.addGroup("engineering", ["ada", "ben"]);
    await company.change(company.dnOf("ada"), "cn", [Buffer.from("Ada After")]);
    await company.change(company.dnOf("ada"), "title", [Buffer.from("Boss")]);
    await company.change(company.dnOf("ada"), "jpegPhoto", [png]);
    const before = (await people()).get(idOf("ada"));
    await world().events();

    const tried = await sync({ dry_run: true });
    expect(tried["sync"]).toMatchObject({ outcome: "done", people: 6, accounts: 6, updated: 2 });
    expect((await people()).get(idOf("ada"))).toEqual(before);
    expect(await world().events()).toEqual([]);
    const { answer } = await askOperator(world(), path("sign_in"));
    expect(answer["directory_sync"]).toBeNull();

    expect((await sync())["sync"]).toMatchObject({
      outcome: "done",
      updated: 2,
      deactivated: 0,
      changes: [
        { email: "ada@example.com", change: "updated" },
        { email: "ben@example.com", change: "updated" },
      ],
    });
    const ada = (await people()).get(idOf("ada"));
    expect(ada).toMatchObject({ full_name: "Ada After", role: roles.administrator });
    expect(ada?.avatar_url).not.toBe(before?.avatar_url);
    const heard = eventsFor(world().people.guest.id, await world().events());
    expect(heard).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ group_id: engineers, user_ids: [idOf("ada")] }),
        expect.objectContaining({ group_id: engineers, user_ids: [idOf("ben")] }),
      ]),
    );
    const { user_groups: all } = await world().request("owner", listUserGroups, {});
    expect(all.find(({ id }) => id === engineers)?.members).toEqual(
      expect.arrayContaining([idOf("ada"), idOf("ben")]),
    );
    expect((await sync())["sync"]).toMatchObject({ updated: 0, changes: [] });
  });

  test("a picture that is none is left out, one that is gone is removed, and what a person changed is put right", async ({
    expect,
  }) => {
    const pictureOf = async (name: string) => (await people()).get(idOf(name))?.avatar_url;
    const first = await pictureOf("ada");
    await company.change(company.dnOf("ada"), "jpegPhoto", [Buffer.from("no picture")]);
    await sync();
    expect(await pictureOf("ada")).toBe(first);
    await company.change(company.dnOf("ada"), "jpegPhoto", [gif(1)]);
    await world().request("owner", updateUser, {
      user_id: idOf("ben"),
      full_name: "Ben Himself",
      role: roles.moderator,
    });
    await sync();
    expect(await pictureOf("ada")).not.toBe(first);
    expect((await people()).get(idOf("ben"))).toMatchObject({
      full_name: "ben Before",
      role: roles.member,
    });
    await company.change(company.dnOf("ada"), "jpegPhoto", []);
    await sync();
    expect(await pictureOf("ada")).toBeNull();
  });

  test("whoever the directory lacks is deactivated, and active again once it has them; others stay as they are", async ({
    expect,
  }) => {
    await company.remove("cleo");
    await company.change(company.dnOf("dan"), "employeeType", [Buffer.from("left")]);
    await use({ people: "(&(objectClass=inetOrgPerson)(!(employeeType=left)))" });
    expect((await sync())["sync"]).toMatchObject({ outcome: "done", deactivated: 2 });
    expect([await isActive("cleo"), await isActive("dan")]).toEqual([false, false]);
    await expect(logIn("dan")).rejects.toMatchObject({ code: "AUTHENTICATION_FAILED" });
    expect((await people()).get(world().people.alice.id)?.is_active).toBe(true);
    expect(await auditedAfter(world(), "user")).toContainEqual({ is_active: false });

    await company.change(company.dnOf("dan"), "employeeType", []);
    expect((await sync())["sync"]).toMatchObject({ reactivated: 1, deactivated: 0 });
    expect([await isActive("cleo"), await isActive("dan")]).toEqual([false, true]);
    expect(await logIn("dan")).toBe(idOf("dan"));
  });

  test("whoever was deactivated here stays so, and the only owner stays active", async ({
    expect,
  }) => {
    await world().request("owner", deactivateUser, { user_id: idOf("eve") });
    await sync();
    expect(await isActive("eve")).toBe(false);
    await company.add("boss", { mail: world().people.owner.email });
    expect(await logIn("boss")).toBe(world().people.owner.id);
    await use({ mapping: {} });
    await company.remove("boss");
    expect((await sync())["sync"]).toMatchObject({ outcome: "done", deactivated: 0 });
    expect((await people()).get(world().people.owner.id)?.is_active).toBe(true);
  });

  test("a directory that suddenly has nobody, or is away, deactivates nobody, unless it is said to be right", async ({
    expect,
  }) => {
    await use({ people: "(uid=nobody)", mapping: {} });
    expect((await sync())["sync"]).toMatchObject({
      outcome: "refused",
      problem: "The directory has nobody",
      deactivated: 0,
    });
    await use({ url: "ldaps://127.0.0.1:1", mapping: {} });
    expect((await sync())["sync"]).toMatchObject({ outcome: "failed", deactivated: 0 });
    const { answer } = await askOperator(world(), path("sign_in"));
    expect(answer["directory_sync"]).toMatchObject({ outcome: "failed" });
    expect(await isActive("ada")).toBe(true);
    await use({ people: "(uid=ben)", mapping: {} });
    expect((await sync({ force: true }))["sync"]).toMatchObject({ outcome: "done" });
    expect([await isActive("ada"), await isActive("ben")]).toEqual([false, true]);
    await use({ mapping: {} });
    await sync();
    expect(await isActive("ada")).toBe(true);
  });

  test("more people than a page has, or the directory finds at once, are all there", async ({
    expect,
  }) => {
    for (let number = 0; number < 620; number += 1) await company.add(`many${number}`);
    expect((await sync())["sync"]).toMatchObject({ outcome: "done", people: 625, deactivated: 0 });
  });

  test("directories are synchronised when they are due, by one process at a time, and each by itself", async ({
    expect,
  }) => {
    const elsewhere = `/organizations/${world().acme.id}/sign_in`;
    const dead = { directory: company.settings({ url: "ldaps://10.255.255.1" }) };
    await askOperator(world(), elsewhere, { method: "PATCH", body: dead });
    const other = await world().addService();
    await company.change(company.dnOf("ben"), "cn", [Buffer.from("Ben Due")]);
    await world().service.directorySyncs.runNow();
    expect((await people()).get(idOf("ben"))?.full_name).toBe("ben Before");
    world().clock.aheadMs += 61 * 60 * 1000;
    await Promise.all([world().service.directorySyncs.runNow(), other.directorySyncs.runNow()]);
    expect((await people()).get(idOf("ben"))?.full_name).toBe("Ben Due");
    const { answer } = await askOperator(world(), elsewhere);
    expect(answer["directory_sync"]).toMatchObject({
      outcome: "failed",
      problem: expect.stringContaining("The address is not allowed"),
    });
  });
});

describe("a directory's password (docs/accounts.md#directories-ldap)", () => {
  test("a directory that is changed while its password is sealed anew keeps it as it is then", async ({
    expect,
  }) => {
    await use();
    const { resolve, promise } = Promise.withResolvers<void>();
    let changing: Promise<unknown> | undefined;
    const sealing = world().database.transaction(async (tx) => {
      await tx.query(sql.unsafe`update directory set sealed_password = sealed_password || '.anew'`);
      changing = use({ bindPassword: undefined, mapping: { groups: mapping.groups } });
      await promise;
    });
    while (!(await world().database.exists(waiting))) await nextLook();
    resolve();
    await sealing;
    expect(await changing).toMatchObject({ result: "success" });
    const kept = sql.unsafe`select from directory where sealed_password like '%.anew'`;
    expect(await world().database.exists(kept)).toBe(true);
    await use();
  });

  test("the password of the account that searches is sealed with the new key as soon as a process has it", async ({
    expect,
  }) => {
    const [old, fresh] = ["00112233445566778899aabbccddeeff", "ff".repeat(16)];
    const sealed = () =>
      world().database.any(
        sql.unsafe`select sealed_password from directory where realm_id = ${world().realm.id}`,
      );
    const before = await sealed();
    await world().addService({ IDENTITY_KEY: new Secret(`${old},${fresh}`) });
    expect(await sealed()).toEqual(before);
    await world().addService({ IDENTITY_KEY: new Secret(`${fresh},${old}`) });
    expect(await sealed()).not.toEqual(before);
    expect((await sync())["sync"]).toMatchObject({
      outcome: "failed",
      problem: "The bindPassword must be set again",
    });
  });
});
