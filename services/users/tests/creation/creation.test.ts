import {
  checkCreation,
  checkCreationOpen,
  completeCreation,
  createSession,
  getAuthState,
  getUsersState,
  requestCreation,
  roles,
} from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { askOperator, operatorKeys } from "../ask-operator.ts";
import { operator, password } from "../people.ts";
import { World } from "../world.ts";

const keys = { OPERATOR_KEYS: operatorKeys };
const closed = useWorld(() => World.create());
const invited = useWorld(() => World.create({ ...keys, ORGANIZATION_CREATION: "invitation" }));
const open = useWorld(() =>
  World.create({ ...keys, ORGANIZATION_CREATION: "open", ORGANIZATIONS_PER_DAY: 3 }),
);

const wanted = {
  name: "Fresh",
  subdomain: "fresh",
  fullName: "Bo Boss",
  email: "bo@fresh.example",
};
const day = 24 * 3600 * 1000;

const ask = (world: World, more: object = {}) =>
  world.call(requestCreation, { ...wanted, invitation: null, ...more });

/** Returns the token of the last link that was sent to an address. */
async function linkTo(world: World, email: string): Promise<string> {
  const mails = (await world.mails()).filter((mail) => mail.includes(`To: ${email}`));
  return /\/new\/confirm\/(\w{32})/.exec(mails.at(-1) ?? "")?.[1] ?? "";
}

async function invite(world: World, days = 7): Promise<string> {
  const { answer } = await askOperator(world, "/organization_invitations", { body: { days } });
  return String(answer["url"]).slice(-32);
}

const dead = { code: "BAD_REQUEST", message: "This link does not work any more. Begin again." };
const uninvited = {
  code: "BAD_REQUEST",
  message: "You need an invitation of the operator of this server, by a link that was not used.",
};

describe("creating an organization on a page (docs/behaviour/organization.md#creating-one-on-a-page)", () => {
  test("nobody creates one where the installation does not let anybody", async ({ expect }) => {
    const off = { code: "NOT_FOUND" };
    await expect(closed().call(checkCreationOpen, { invitation: null })).rejects.toMatchObject(off);
    await expect(ask(closed())).rejects.toMatchObject(off);
    const link = { token: "x".repeat(32) };
    await expect(closed().call(checkCreation, link)).rejects.toMatchObject(off);
    await expect(closed().call(completeCreation, { ...link, password })).rejects.toMatchObject(off);
    expect(await closed().mails()).toEqual([]);
  });

  test("what is wrong with the organization or its owner is said, and no e-mail is sent", async ({
    expect,
  }) => {
    for (const [more, field] of [
      [{ subdomain: "" }, "subdomain"],
      [{ subdomain: "-x" }, "subdomain"],
      [{ subdomain: "www" }, "subdomain"],
      [{ subdomain: "ACME" }, "subdomain"],
      [{ name: " " }, "name"],
      [{ name: "x".repeat(41) }, "name"],
      [{ fullName: "B" }, "owner.fullName"],
      [{ email: "nobody" }, "owner.email"],
    ] as const)
      await expect(ask(open(), more)).rejects.toMatchObject({
        code: "BAD_REQUEST",
        details: { field },
      });
    expect(await open().mails()).toEqual([]);
  });

  test("a link creates the organization through another process, once, and its owner logs in", async ({
    expect,
  }) => {
    await ask(open());
    const token = await linkTo(open(), wanted.email);
    const other = await open().addProcess();
    const of = { realmId: 0 };
    const { email, name } = wanted;
    const url = "http://fresh.localhost:9991";
    expect(await other.call(checkCreation, operator, { token }, of)).toEqual({ email, name, url });
    await expect(
      other.call(completeCreation, operator, { token, password: "weak" }, of),
    ).rejects.toMatchObject({ message: "The password is too weak." });
    const done = await other.call(completeCreation, operator, { token, password }, of);
    expect(done).toEqual({ name, url });
    const again = { token, password };
    await expect(other.call(completeCreation, operator, again, of)).rejects.toMatchObject(dead);
    await expect(open().call(checkCreation, { token })).rejects.toMatchObject(dead);
    const state = await open().call(getAuthState, { host: "fresh.localhost:9991", since: 0 });
    const realmId = state.known ? state.realm.id : 0;
    const given = { realmId, username: email, password, client: "", address: "" };
    const { token: session } = await other.call(createSession, operator, given, { realmId });
    expect(session).toMatch(/^\w{32}$/);
    const { users } = await open().call(getUsersState, { realmId, since: 0 });
    expect(users.find((one) => one.email === email)).toMatchObject({ role: roles.owner });
    const plan = sql.unsafe`select plan from realm where realm_id = ${realmId}`;
    expect(await open().database.any(plan)).toEqual([{ plan: "limited" }]);
    const kept = await open().database.any(sql.unsafe`select * from organization_creation`);
    expect(JSON.stringify(kept)).not.toContain(token);
    await expect(ask(open())).rejects.toMatchObject({ message: "The subdomain 'fresh' is taken." });
  });

  test("a link that was never sent, is a day old, or whose address somebody took meanwhile creates nothing", async ({
    expect,
  }) => {
    const complete = (token: string) => open().call(completeCreation, { token, password });
    await expect(complete("x".repeat(32))).rejects.toMatchObject(dead);
    await ask(open(), { subdomain: "twice", email: "one@twice.example" });
    await ask(open(), { subdomain: "twice", email: "two@twice.example" });
    const [first, second] = [
      await linkTo(open(), "one@twice.example"),
      await linkTo(open(), "two@twice.example"),
    ];
    const ends = await Promise.allSettled([complete(first), complete(second)]);
    expect(ends.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const last = ends.findIndex(({ status }) => status === "rejected") === 0 ? first : second;
    const taken = { message: "The subdomain 'twice' is taken." };
    await expect(complete(last)).rejects.toMatchObject(taken);
    open().clock.aheadMs += day;
    await expect(complete(last)).rejects.toMatchObject(dead);
  });

  test("no more than the installation allows are created within a day, however many links there are", async ({
    expect,
  }) => {
    const complete = (token: string) => open().call(completeCreation, { token, password });
    const names = ["a", "b", "c", "d"].map((letter) => `many-${letter}`);
    for (const subdomain of names)
      await ask(open(), { subdomain, email: `boss@${subdomain}.example` });
    const links = [];
    for (const subdomain of names) links.push(await linkTo(open(), `boss@${subdomain}.example`));
    for (const link of links.slice(0, 3)) await complete(link);
    const full = { message: "Many organizations were created here lately. Try again tomorrow." };
    await expect(complete(links[3] ?? "")).rejects.toMatchObject(full);
    await expect(ask(open(), { subdomain: "many-e" })).rejects.toMatchObject(full);
    await expect(open().call(checkCreationOpen, { invitation: null })).rejects.toMatchObject(full);
    open().clock.aheadMs += day;
    await ask(open(), { subdomain: "many-e" });
  });
});

describe("invitations of the operator (docs/hosting.md#operators-interface)", () => {
  test("an invitation is needed, works once however many links were sent by it, and expires", async ({
    expect,
  }) => {
    const world = invited();
    for (const invitation of [null, "", "x".repeat(32)]) {
      await expect(ask(world, { invitation })).rejects.toMatchObject(uninvited);
      await expect(world.call(checkCreationOpen, { invitation })).rejects.toMatchObject(uninvited);
    }
    const invitation = await invite(world, 2);
    const kept = await world.database.any(sql.unsafe`select * from creation_invitation`);
    expect(JSON.stringify(kept)).not.toContain(invitation);
    await ask(world, { invitation });
    await ask(world, { invitation, subdomain: "second", email: "bo@second.example" });
    const [first, second] = [
      await linkTo(world, wanted.email),
      await linkTo(world, "bo@second.example"),
    ];
    await world.call(completeCreation, { token: first, password });
    await expect(world.call(completeCreation, { token: second, password })).rejects.toMatchObject(
      uninvited,
    );
    await expect(ask(world, { invitation, subdomain: "third" })).rejects.toMatchObject(uninvited);
    const late = await invite(world, 1);
    world.clock.aheadMs += day;
    await expect(ask(world, { invitation: late, subdomain: "late" })).rejects.toMatchObject(
      uninvited,
    );
  });

  test("an invitation needs a key that may, works for at most 90 days, and is noted without its link", async ({
    expect,
  }) => {
    const world = invited();
    const path = "/organization_invitations";
    expect((await askOperator(world, path, { body: {}, key: "write" })).status).toBe(403);
    for (const days of [0, 91, 1.5])
      expect((await askOperator(world, path, { body: { days } })).status).toBe(400);
    const body = { days: 3 };
    const idempotencyKey = "once";
    const made = await askOperator(world, path, { body, idempotencyKey });
    expect(made.answer["url"]).toMatch(/^http:\/\/localhost:9991\/new\/\w{32}$/);
    const repeated = await askOperator(world, path, { body, idempotencyKey });
    expect(repeated).toMatchObject({ isReplay: true });
    expect(repeated.answer).not.toHaveProperty("url");
    const { answer } = await askOperator(world, "/actions?organization_id=0");
    const noted = (answer["actions"] as object[]).filter((one) => "input" in one);
    expect(noted.at(-1)).toMatchObject({ operation: "inviteOrganization", input: body });
    expect(JSON.stringify(noted)).not.toContain(String(made.answer["url"]).slice(-32));
  });
});
