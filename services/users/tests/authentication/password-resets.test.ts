import {
  addRealmUser,
  checkPasswordReset,
  createResetLink,
  createSession,
  deactivateUser,
  fetchApiKey,
  requestPasswordReset,
  resetPassword,
  roles,
  updateSettings,
} from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { password } from "../people.ts";
import { browser, ownerOf } from "../sessions/browsers.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());
const wanted = "a-password-of-his-own";

const realmId = () => world().realm.id;
const request = (email: string) =>
  world().call(requestPasswordReset, { realmId: realmId(), email });
const check = (token: string) => world().call(checkPasswordReset, { realmId: realmId(), token });
const reset = (token: string, to = wanted) =>
  world().call(resetPassword, { realmId: realmId(), token, password: to });

/** E-mail to an address that has come by now. */
async function mailsTo(email: string): Promise<readonly string[]> {
  await world().service.requestedMail.runNow();
  return (await world().mails()).filter((text) => text.includes(`To: ${email}\r\n`));
}

/** Asks for a link, and returns what it ends with. */
async function askedToken(email: string): Promise<string> {
  await request(email);
  return (
    /\/accounts\/password\/reset\/(\w{32})$/m.exec((await mailsTo(email)).at(-1) ?? "")?.[1] ?? ""
  );
}

async function handedToken(email: string): Promise<string> {
  const { url } = await world().call(createResetLink, { subdomain: "", email });
  return url.slice(-32);
}

function logIn(username: string, given: string) {
  return world().request(world().anonymous(), fetchApiKey, { username, password: given });
}

const dead = {
  code: "BAD_REQUEST",
  message: "This link does not work any more. Ask for a new one.",
};

describe("asking for a link (docs/behaviour/passwords.md#asking-for-a-link)", () => {
  test("a link for an address that nobody has, of a bot or of a deactivated account is never sent, nor refused", async ({
    expect,
  }) => {
    const { email, id } = world().people.guest;
    await world().request("owner", deactivateUser, { user_id: id });
    for (const address of [
      "nobody@example.com",
      "echo-bot@example.com",
      "not an address",
      "",
      email,
    ]) {
      expect(await request(address)).toEqual({});
      expect(await mailsTo(address)).toEqual([]);
    }
    expect(await world().database.any(sql.unsafe`select * from password_reset_request`)).toEqual(
      [],
    );
  });

  test("a link is refused where passwords do not let anybody in", async ({ expect }) => {
    const token = await handedToken("owner@example.com");
    // No request can leave an organization without any method.
    const methods = (Email: boolean) =>
      world().database.query(sql.unsafe`
        update realm set settings = settings || ${sql.jsonb({ authentication_methods: { Email } })}
        where realm_id = ${realmId()}
      `);
    await methods(false);
    const refused = { code: "PASSWORD_AUTH_DISABLED" };
    await expect(request("alice@example.com")).rejects.toMatchObject(refused);
    await expect(reset(token)).rejects.toMatchObject(refused);
    await expect(handedToken("owner@example.com")).rejects.toMatchObject(refused);
    await methods(true);
  });

  test("a link of the operator is refused for an address without an active account of a person", async ({
    expect,
  }) => {
    for (const email of ["nobody@example.com", "echo-bot@example.com"])
      await expect(handedToken(email)).rejects.toMatchObject({ code: "BAD_REQUEST" });
    const elsewhere = { subdomain: "nowhere", email: "alice@example.com" };
    await expect(world().call(createResetLink, elsewhere)).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
    const given = { subdomain: "", email: "alice@example.com" };
    const mere = world().call(createResetLink, given, world().people.owner.identity);
    await expect(mere).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });
});

describe("a link (docs/behaviour/passwords.md#the-link)", () => {
  test("a link is kept as a hash, and of what was sent nothing is kept", async ({ expect }) => {
    const token = await askedToken("alice@example.com");
    expect(await check(token)).toMatchObject({ email: "alice@example.com" });
    const kept = [
      await world().database.any(sql.unsafe`select * from password_reset`),
      await world().database.any(sql.unsafe`select * from mail`),
    ];
    expect(JSON.stringify(kept)).not.toContain(token);
  });

  test("a link is dead when it was made up, is of another organization, or a day has passed", async ({
    expect,
  }) => {
    const token = await askedToken("moderator@example.com");
    const foreign = { realmId: world().acme.id, token, password: wanted };
    await expect(world().call(resetPassword, foreign)).rejects.toMatchObject(dead);
    await expect(reset("x".repeat(32))).rejects.toMatchObject(dead);
    await expect(check("")).rejects.toMatchObject(dead);
    world().clock.aheadMs += 24 * 3600 * 1000;
    await expect(check(token)).rejects.toMatchObject(dead);
    await expect(reset(token)).rejects.toMatchObject(dead);
    await logIn("moderator@example.com", password);
  });

  test("a link is dead once the password was changed otherwise, or the account has another address", async ({
    expect,
  }) => {
    const before = await handedToken("admin@example.com");
    const given = { old_password: password, new_password: "changed-long-before" };
    await world().request("admin", updateSettings, given);
    await expect(reset(before)).rejects.toMatchObject(dead);
    const second = await handedToken("admin@example.com");
    await world().database.query(sql.unsafe`
      update account set delivery_email = 'moved@example.com' where delivery_email = 'admin@example.com'
    `);
    await expect(reset(second)).rejects.toMatchObject(dead);
    await logIn("moved@example.com", "changed-long-before");
  });
});

describe("setting a password by a link (docs/behaviour/passwords.md#setting-the-password)", () => {
  test("a password that is easily guessed is refused, and the link works on", async ({
    expect,
  }) => {
    const token = await askedToken("alice@example.com");
    await expect(reset(token, "12345678")).rejects.toMatchObject({
      message: "The password is too weak.",
    });
    expect(await check(token)).toMatchObject({ email: "alice@example.com" });
  });

  test("a new password lets its user in, ends all sessions and all links, and its user is told", async ({
    expect,
  }) => {
    const email = "alice@example.com";
    const { token: session } = await browser(world(), "alice");
    const [first, second] = [await askedToken(email), await handedToken(email)];
    await world().events();
    expect(await reset(first)).toEqual({ email });
    await expect(reset(first)).rejects.toMatchObject(dead);
    await expect(reset(second)).rejects.toMatchObject(dead);
    await expect(logIn(email, password)).rejects.toMatchObject({ code: "AUTHENTICATION_FAILED" });
    expect(await logIn(email, wanted)).toMatchObject({ email });
    expect(await ownerOf(world(), session)).toEqual({ valid: false });
    const { id } = world().people.alice;
    const events = (await world().events()).map(({ event }) => event);
    expect(events).toEqual([{ type: "sessions_ended", user_id: id }]);
    expect((await mailsTo(email)).at(-1)).toContain("Subject: Your password in Root was changed");
  });

  test("somebody who never had a password gets one, of two who set it at once only one", async ({
    expect,
  }) => {
    const email = "imported@example.com";
    const account = { email, fullName: "Imported", role: roles.member, password: null };
    await world().call(addRealmUser, { realmId: realmId(), ...account });
    const token = await askedToken(email);
    const tries = await Promise.allSettled([
      reset(token, "the-first-of-both"),
      reset(token, "the-other-of-both"),
    ]);
    expect(tries.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const set = tries[0].status === "fulfilled" ? "the-first-of-both" : "the-other-of-both";
    const input = { realmId: realmId(), username: email, password: set, client: "", address: "" };
    expect((await world().call(createSession, input)).token).toMatch(/^\w{32}$/);
  });
});
