import { Secret } from "@team-chat/config";
import {
  addAuthenticatorApp,
  createResetLink,
  getSecondFactors,
  listAuditLog,
  offerAuthenticatorApp,
  removeAuthenticatorApp,
  renewRecoveryCodes,
  resetPassword,
} from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { password } from "../people.ts";
import { browser } from "../sessions/browsers.ts";
import { World } from "../world.ts";
import { Factors } from "./factors.ts";

const world = useWorld(() => World.create());
const factors = new Factors(world);

const realmId = () => world().realm.id;
const failed = { code: "AUTHENTICATION_FAILED" };
const wrong = { ...failed, message: "This code is wrong, or was used already" };
const ended = {
  ...failed,
  message: "The sign-in took too long, or too many codes were wrong. Log in again",
};
const minute = 60_000;

describe("setting up an authenticator app (docs/behaviour/second-factors.md#authenticator-apps)", () => {
  test("an app is refused without a session, with a wrong password or code, by a page of somebody else or of yesterday", async ({
    expect,
  }) => {
    const mine = { realmId: realmId(), token: (await browser(world(), "alice")).token };
    const nobody = { ...mine, token: "x".repeat(32) };
    const offered = await world().call(offerAuthenticatorApp, { ...mine, sealedOffer: null });
    const { sealedOffer, secret } = offered;
    const good = { sealedOffer, code: factors.code(secret), password };
    const add = (more: object) => world().call(addAuthenticatorApp, { ...mine, ...good, ...more });
    const loggedOut = { code: "UNAUTHORIZED" };
    await expect(add(nobody)).rejects.toMatchObject(loggedOut);
    await expect(world().call(getSecondFactors, nobody)).rejects.toMatchObject(loggedOut);
    await expect(
      world().call(offerAuthenticatorApp, { ...nobody, sealedOffer: null }),
    ).rejects.toMatchObject(loggedOut);
    for (const refused of ["", "wrong"])
      await expect(add({ password: refused })).rejects.toMatchObject({
        ...failed,
        message: "The password is wrong",
      });
    for (const code of ["", "12345", "abcdef", factors.code(secret, 3), factors.code(secret, -3)])
      await expect(add({ code })).rejects.toMatchObject(wrong);
    const tooOld = { code: "BAD_REQUEST", message: "This page is too old. Begin again." };
    const admin = { token: (await browser(world(), "admin")).token };
    await expect(add(admin)).rejects.toMatchObject(tooOld);
    await expect(add({ sealedOffer: "nonsense" })).rejects.toMatchObject(tooOld);
    world().clock.aheadMs += 61 * minute;
    await expect(add({ code: factors.code(secret) })).rejects.toMatchObject(tooOld);
    expect(await world().call(getSecondFactors, mine)).toMatchObject({ appSince: null });
  });

  test("an app is set up once, with ten recovery codes, and the person gets word of it by e-mail", async ({
    expect,
  }) => {
    await using app = await factors.setUp("alice");
    const { recoveryCodes, session } = app;
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(recoveryCodes[0]).toMatch(/^(?:[a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    const mine = { realmId: realmId(), token: session };
    expect(await world().call(getSecondFactors, mine)).toMatchObject({
      email: "alice@example.com",
      confirmedBy: "password",
      mayChange: true,
      recoveryCodes: 10,
    });
    await expect(
      world().call(offerAuthenticatorApp, { ...mine, sealedOffer: null }),
    ).rejects.toMatchObject({ message: "There is an authenticator app already. Remove it first." });
    const mails = (await world().mails()).filter((mail) => mail.includes("To: alice@example.com"));
    expect(mails.join("")).toContain("An authenticator app was added to your account in Root");
  });

  test("neither the secret nor a recovery code can be read in the database or the audit log", async ({
    expect,
  }) => {
    await using app = await factors.setUp("moderator");
    const { code, recoveryCodes } = app;
    const { token } = await factors.begin("moderator");
    await factors.complete(token, code());
    const rows = [
      ...(await world().database.any(sql.unsafe`select * from authenticator_app`)),
      ...(await world().database.any(sql.unsafe`select * from recovery_codes`)),
      ...(await world().database.any(sql.unsafe`select changes from audit_entry`)),
    ];
    for (const one of recoveryCodes) expect(JSON.stringify(rows)).not.toContain(one);
    const { entries } = await world().request("owner", listAuditLog, { limit: 100 });
    const { id: user_id } = world().people.moderator;
    const ofApp = entries.flatMap(({ changes }) =>
      changes.filter(
        ({ key, object }) => object === "authenticator_app" && key["user_id"] === user_id,
      ),
    );
    expect(ofApp).toEqual([
      { object: "authenticator_app", key: { user_id }, after: { sealed_secret: "(hidden)" } },
    ]);
  });
});

describe("recovery codes (docs/behaviour/second-factors.md#recovery-codes)", () => {
  test("a recovery code gets its owner in once, however it is typed, and nobody else", async ({
    expect,
  }) => {
    await using app = await factors.setUp("alice");
    await using other = await factors.setUp("admin");
    const [first = "", second = ""] = app.recoveryCodes;
    const { token } = await factors.begin("alice");
    const foreign = other.recoveryCodes[0] ?? "";
    await expect(factors.complete(token, foreign)).rejects.toMatchObject(wrong);
    const typed = first.replaceAll("-", " ").toUpperCase();
    expect((await factors.complete(token, typed)).kind).toBe("session");
    const again = await factors.begin("alice");
    await expect(factors.complete(again.token, first)).rejects.toMatchObject(wrong);
    expect((await factors.complete(again.token, second)).kind).toBe("session");
    const mine = { realmId: realmId(), token: app.session };
    expect(await world().call(getSecondFactors, mine)).toMatchObject({ recoveryCodes: 8 });
  });

  test("new recovery codes need the password and a second factor, and end all before", async ({
    expect,
  }) => {
    const admin = { realmId: realmId(), token: (await browser(world(), "admin")).token };
    await expect(world().call(renewRecoveryCodes, { ...admin, password })).rejects.toMatchObject({
      message: "There is no such second factor.",
    });
    await using app = await factors.setUp("alice");
    const mine = { realmId: realmId(), token: app.session };
    await expect(
      world().call(renewRecoveryCodes, { ...mine, password: "wrong" }),
    ).rejects.toMatchObject(failed);
    const { recoveryCodes } = await world().call(renewRecoveryCodes, { ...mine, password });
    const { token } = await factors.begin("alice");
    const before = app.recoveryCodes[3] ?? "";
    await expect(factors.complete(token, before)).rejects.toMatchObject(wrong);
    expect((await factors.complete(token, recoveryCodes[3] ?? "")).kind).toBe("session");
    expect((await world().mails()).join("")).toContain("Your recovery codes in Root were replaced");
  });
});

describe("changes of second factors (docs/behaviour/second-factors.md#changes-are-confirmed)", () => {
  test("an app is removed with the password only; then the password gets in again, and the codes end", async ({
    expect,
  }) => {
    await using app = await factors.setUp("alice");
    const mine = { realmId: realmId(), token: app.session };
    await expect(
      world().call(removeAuthenticatorApp, { ...mine, password: "wrong" }),
    ).rejects.toMatchObject({ ...failed, message: "The password is wrong" });
    const begun = await factors.begin("alice");
    await world().call(removeAuthenticatorApp, { ...mine, password });
    await expect(factors.complete(begun.token, app.code())).rejects.toMatchObject(ended);
    expect((await factors.begin("alice")).isHalf).toBe(false);
    expect(await world().call(getSecondFactors, mine)).toMatchObject({
      appSince: null,
      recoveryCodes: 0,
    });
    await expect(world().call(removeAuthenticatorApp, { ...mine, password })).rejects.toMatchObject(
      { message: "There is no such second factor." },
    );
    expect((await world().mails()).join("")).toContain("of your account in Root was removed");
  });

  test("whoever has no password confirms a change by having signed in within 15 minutes", async ({
    expect,
  }) => {
    const { token } = await browser(world(), "moderator");
    const { id } = world().people.moderator;
    await world().database.query(sql.unsafe`delete from password where user_id = ${id}`);
    const mine = { realmId: realmId(), token };
    const state = () => world().call(getSecondFactors, mine);
    expect(await state()).toMatchObject({ confirmedBy: "recent_sign_in", mayChange: true });
    const { sealedOffer, secret } = await world().call(offerAuthenticatorApp, {
      ...mine,
      sealedOffer: null,
    });
    const add = () =>
      world().call(addAuthenticatorApp, {
        ...mine,
        sealedOffer,
        code: factors.code(secret),
        password: "",
      });
    world().clock.aheadMs += 15 * minute;
    expect(await state()).toMatchObject({ mayChange: false });
    await expect(add()).rejects.toMatchObject({
      ...failed,
      message: "Log out, sign in again, and come back",
    });
    world().clock.aheadMs -= 15 * minute;
    expect((await add()).recoveryCodes).toHaveLength(10);
  });

  test("the secret of an app is sealed with the installation's new key as soon as a process has it", async ({
    expect,
  }) => {
    await using app = await factors.setUp("alice");
    const [old, fresh] = ["00112233445566778899aabbccddeeff", "ff".repeat(16)];
    const sealed = () =>
      world().database.any(sql.unsafe`select sealed_secret from authenticator_app`);
    const before = await sealed();
    await world().addService({ IDENTITY_KEY: new Secret(`${old},${fresh}`) });
    expect(await sealed()).toEqual(before);
    await world().addService({ IDENTITY_KEY: new Secret(`${fresh},${old}`) });
    expect(await sealed()).not.toEqual(before);
    const { token } = await factors.begin("alice");
    await expect(factors.complete(token, app.code())).rejects.toMatchObject(wrong);
  });

  test("an account whose address was unproven is handed over without the second factor of whoever had it (docs/behaviour/users.md#unproven-addresses)", async ({
    expect,
  }) => {
    await using _ = await factors.setUp("guest");
    const { email, id } = world().people.guest;
    await world().database.query(sql.unsafe`
      insert into unproven_address (realm_id, user_id) values (${realmId()}, ${id})
    `);
    const { url } = await world().call(createResetLink, { subdomain: "", email });
    const given = { realmId: realmId(), token: url.slice(-32), password };
    await world().call(resetPassword, given);
    expect((await factors.begin("guest")).isHalf).toBe(false);
  });
});
