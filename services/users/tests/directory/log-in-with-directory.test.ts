import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

import {
  checkApiKey,
  createSession,
  fetchApiKey,
  getOwnUser,
  getServerSettings,
  listUserGroups,
  requestPasswordReset,
  roles,
  rotateKey,
  updateRealm,
  updateSettings,
} from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { nextLook, useWorld } from "@team-chat/testkit";
import { afterAll, describe, test } from "vitest";

import { askOperator, operatorKeys } from "../ask-operator.ts";
import { browser } from "../authentication/signing-in.ts";
import { Groups } from "../groups/groups.ts";
import { password } from "../people.ts";
import { png } from "../pictures.ts";
import { addField } from "../profile-fields/profile-fields.ts";
import { eventsFor } from "../read-events.ts";
import { registerSections } from "../register/register-sections.ts";
import { Factors } from "../second-factors/factors.ts";
import { World } from "../world.ts";
import { auditedAfter } from "./audited.ts";
import { CompanyDirectory, directoryPassword } from "./company-directory.ts";

const company = await CompanyDirectory.start();
afterAll(() => company[Symbol.asyncDispose]());
const world = useWorld(() => World.create({ OPERATOR_KEYS: operatorKeys }));
const factors = new Factors(world);
const groups = new Groups(world);

const signIn = () => `/organizations/${world().realm.id}/sign_in`;

async function configure(change: object) {
  const { answer } = await askOperator(world(), signIn(), { method: "PATCH", body: change });
  return answer;
}

const use = (more?: object) => configure({ directory: company.settings(more) });

function logIn(username: string, given = directoryPassword) {
  return world().request(world().anonymous(), fetchApiKey, { username, password: given });
}

const wrong = { code: "AUTHENTICATION_FAILED", message: "Your username or password is incorrect" };
const away = /directory of your organization does not answer/;

describe("a directory's settings (docs/accounts.md#directories-ldap)", () => {
  test("settings are refused that are none, and nothing changes", async ({ expect }) => {
    for (const [more, why] of [
      [{ url: "https://127.0.0.1" }, "must be ldaps://host or ldap://host"],
      [{ url: "ldap://user:secret@127.0.0.1" }, "must be ldaps://host or ldap://host"],
      [{ startTls: true }, "is for ldap://"],
      [{ people: "(objectClass=" }, "is no filter"],
      [{ groups: { base: company.groups, filter: "((" } }, "have no filter"],
      [{ certificateAuthority: "-----BEGIN CERTIFICATE-----\nx" }, "is no certificate"],
      [{ userDn: "uid=someone" }, "must have one {username}"],
      [{ bindDn: undefined, bindPassword: undefined }, "or userDn is needed"],
      [{ bindPassword: undefined }, "needs a bindPassword"],
      [{ syncMinutes: 1 }, "syncMinutes"],
      [{ mapping: { role: { claim: "title", values: { boss: "king" } } } }, "mapping"],
    ] as const) {
      const { code, msg } = await use(more);
      expect({ code, msg }).toMatchObject({
        code: "BAD_REQUEST",
        msg: expect.stringContaining(why),
      });
    }
    const { answer } = await askOperator(world(), signIn());
    expect(answer).toMatchObject({ directory: null, directory_sync: null });
  });

  test("a directory is given to an organization, whose clients hear of it, and nobody reads its password", async ({
    expect,
  }) => {
    await world().events();
    expect(await use()).toMatchObject({ result: "success" });
    const authentication_methods = {
      Email: { enabled: true, available: true },
      LDAP: { enabled: true, available: true },
    };
    const heard = eventsFor(world().people.guest.id, await world().events());
    const data = { authentication_methods };
    expect(heard).toEqual([{ type: "realm", op: "update_dict", property: "default", data }]);
    const sections = await registerSections(world(), "guest", { fetch: ["realm"] });
    expect(sections).toMatchObject({ realm_authentication_methods: authentication_methods });
    const settings = await world().request(world().anonymous(), getServerSettings, {});
    expect(settings).toMatchObject({
      require_email_format_usernames: false,
      authentication_methods: { ldap: true, password: true, email: true },
    });
    const elsewhere = world().anonymous(world().acme);
    expect(await world().request(elsewhere, getServerSettings, {})).toMatchObject({
      require_email_format_usernames: true,
      authentication_methods: { ldap: false },
    });
    const { answer } = await askOperator(world(), signIn());
    const rows = await world().database.any(
      sql.unsafe`select d::text, a.input::text from directory d join operator_action a using (realm_id)`,
    );
    const entries = await auditedAfter(world(), "directory");
    expect(entries).toMatchObject([
      { "settings.url": company.server.tlsUrl, sealed_password: "(hidden)" },
    ]);
    expect(JSON.stringify([answer, rows, entries])).not.toContain(directoryPassword);
  });

  test("a password is kept when none is given, but not for another address or account", async ({
    expect,
  }) => {
    const keeping = { bindPassword: undefined };
    for (const moved of [
      { ...keeping, url: company.server.url },
      { ...keeping, bindDn: "cn=other,dc=company,dc=example" },
    ])
      expect(await use(moved)).toMatchObject({ code: "BAD_REQUEST" });
    expect(await use({ ...keeping, createsAccounts: true })).toMatchObject({ result: "success" });
  });
});

describe("logging in with a directory (docs/behaviour/single-sign-on.md#directories)", () => {
  test("nobody logs in with a wrong password, none, or a name that several people have or that is part of a filter", async ({
    expect,
  }) => {
    await company.add("nora");
    for (const name of ["twin", "other"]) await company.add(name, { mail: "twins@example.com" });
    for (const [username, given] of [
      ["nora", "wrong"],
      ["nora", ""],
      ["", directoryPassword],
      ["nobody", directoryPassword],
      ["twins@example.com", directoryPassword],
      ["*", directoryPassword],
      ["nora)(|(uid=*", directoryPassword],
      ["nora\\00", directoryPassword],
      ["n".repeat(300), directoryPassword],
      ["cn=chat,dc=company,dc=example", directoryPassword],
    ] as const)
      await expect(logIn(username, given), username).rejects.toMatchObject(wrong);
    const failed = { method: "ldap", succeeded: false };
    expect((await auditedAfter(world(), "sign_in")).at(-1)).toEqual(failed);
  });

  test("a name that is part of a distinguished name stays one value of it", async ({ expect }) => {
    await use({ userDn: "uid={username},ou=people,dc=company,dc=example" });
    for (const name of ["nora,ou=people", "nora+cn=nora", "nora\\", "nora,dc=company"])
      await expect(logIn(name), name).rejects.toMatchObject(wrong);
    await expect(logIn("nora", "")).rejects.toMatchObject(wrong);
    expect(await logIn("nora")).toMatchObject({ email: "nora@example.com" });
    await use();
  });

  test("a directory that is silent, or in a network that is not allowed, lets people in with passwords of their own", async ({
    expect,
  }) => {
    const { email } = world().people.alice;
    const connections: Socket[] = [];
    const silent = createServer((connection) => connections.push(connection));
    silent.listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    for (const url of ["ldaps://127.0.0.1:1", "ldaps://10.255.255.1", "ldaps://[::ffff:7f00:1]"]) {
      await use({ url });
      await expect(logIn("nora"), url).rejects.toMatchObject({
        code: "AUTHENTICATION_FAILED",
        message: expect.stringMatching(away),
      });
      expect(await logIn(email, password)).toMatchObject({ email });
    }
    await use({ url: `ldap://127.0.0.1:${port}` });
    await world().request("owner", updateRealm, { authentication_methods: { Email: false } });
    const waiting = Array.from({ length: 8 }, () => logIn("nora").catch((error: unknown) => error));
    while (connections.length < 8) await nextLook();
    await expect(logIn("nora")).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    const elsewhere = { username: world().acmeOwner.email, password };
    expect(
      await world().request(world().anonymous(world().acme), fetchApiKey, elsewhere),
    ).toMatchObject({ email: world().acmeOwner.email });
    silent.close();
    for (const connection of connections) connection.destroy();
    await configure({ authentication_methods: { Email: true } });
    await use();
    await Promise.all(waiting);
  });

  test("somebody new gets an account with name, picture, role, groups and profile of the directory, also over StartTLS", async ({
    expect,
  }) => {
    const field = await addField(world(), "Phone", 1);
    const engineers = await groups.add("engineers");
    await company.add("dora", {
      cn: "Dora Directory",
      phone: "+49 30 1234",
      title: "Boss",
      picture: png,
    });
    await company.addGroup("engineering", ["dora", "nora"]);
    const mapping = {
      role: { claim: "title", values: { Boss: "administrator" } },
      groups: { claim: "groups", values: { engineering: "engineers" } },
      profile: { Phone: "telephoneNumber" },
    };
    await use({
      url: company.server.url,
      startTls: true,
      groups: { base: company.groups },
      mapping,
    });
    const { email, user_id: userId } = await logIn("Dora");
    expect(email).toBe("dora@example.com");
    const identity = { ...world().people.alice.identity, userId };
    const dora = await world().request(identity, getOwnUser, {});
    expect(dora).toMatchObject({ full_name: "Dora Directory", role: roles.administrator });
    expect(dora.avatar_url).toContain("/avatar_images/");
    expect(dora.profile_data?.[String(field)]).toMatchObject({ value: "+49 30 1234" });
    const { user_groups: all } = await world().request(identity, listUserGroups, {});
    expect(all.find(({ id }) => id === engineers)?.members).toContain(userId);
    expect((await auditedAfter(world(), "sign_in")).at(-1)).toEqual({
      method: "ldap",
      succeeded: true,
    });
    const { token } = await world().call(createSession, {
      realmId: world().realm.id,
      username: "dora@example.com",
      password: directoryPassword,
      ...browser,
    });
    expect(token).not.toBe("");
  });

  test("an account with the address is opened, by the name of the person and by the address, and goes with the person", async ({
    expect,
  }) => {
    await use();
    await company.add("al", { mail: world().people.alice.email.toUpperCase() });
    expect(await logIn("al")).toMatchObject({ user_id: world().people.alice.id });
    await company.change(company.dnOf("al"), "mail", [Buffer.from("al@elsewhere.example")]);
    expect(await logIn("al")).toMatchObject({ user_id: world().people.alice.id });
    const change = { old_password: password, new_password: "another horse battery" };
    await expect(world().request("alice", updateSettings, change)).rejects.toMatchObject({
      message: "Your password is that of your organization's directory.",
    });
    const asking = { realmId: world().realm.id, email: world().people.alice.email };
    await world().call(requestPasswordReset, asking);
    await world().service.requestedMail.runNow();
    expect((await world().mails()).filter((mail) => mail.includes("password/reset"))).toEqual([]);
    await expect(logIn("bot", directoryPassword)).rejects.toMatchObject(wrong);
  });

  test("second factors are asked for as with passwords, and required of people who have no other password", async ({
    expect,
  }) => {
    await company.add("fay", { mail: "fay@example.com" });
    const { email, user_id: userId } = await logIn("fay");
    const { apiKey } = await world().call(rotateKey, { subdomain: "", email });
    const check = () => world().call(checkApiKey, { realmId: world().realm.id, email, apiKey });
    const required = { second_factor_required_for: "everybody", second_factor_grace_days: 0 };
    await world().request("owner", updateRealm, required);
    expect(await check()).toMatchObject({ valid: false, lacksFactor: true });
    await world().request("owner", updateRealm, { second_factor_required_for: "nobody" });
    expect(await check()).toMatchObject({ valid: true, userId });
    await using app = await factors.setUp("alice");
    await expect(logIn("al")).rejects.toMatchObject({ code: "SECOND_FACTOR_REQUIRED" });
    const given = { username: "al", password: directoryPassword, second_factor: app.code() };
    const { user_id: id } = await world().request(world().anonymous(), fetchApiKey, given);
    expect(id).toBe(world().people.alice.id);
  });

  test("the organization's rules say who gets an account", async ({ expect }) => {
    await company.add("newcomer");
    await use({ createsAccounts: false });
    await expect(logIn("newcomer")).rejects.toMatchObject({
      message: "There is no account with the address newcomer@example.com",
    });
    await use();
    await world().request("owner", updateRealm, { emails_restricted_to_domains: true });
    await expect(logIn("newcomer")).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await world().request("owner", updateRealm, { emails_restricted_to_domains: false });
    expect(await logIn("newcomer")).toMatchObject({ email: "newcomer@example.com" });
  });

  test("a directory whose method is switched off is not asked, and one that is gone neither", async ({
    expect,
  }) => {
    await world().request("owner", updateRealm, { authentication_methods: { LDAP: false } });
    await expect(logIn("nora")).rejects.toMatchObject(wrong);
    await world().request("owner", updateRealm, { authentication_methods: { LDAP: true } });
    await configure({ directory: null });
    await expect(logIn("nora")).rejects.toMatchObject(wrong);
  });
});
