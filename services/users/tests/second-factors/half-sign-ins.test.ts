import {
  checkHalfSignIn,
  completeHalfSignIn,
  deactivateUser,
  endOtherSessions,
  fetchApiKey,
  getSecondFactors,
  listAuditLog,
  reactivateUser,
  regenerateOwnKey,
} from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { password } from "../people.ts";
import { ownerOf } from "../sessions/browsers.ts";
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

describe("logging in with a second factor (docs/behaviour/second-factors.md#logging-in)", () => {
  test("a password alone begins no session, and what it begins is no session's token", async ({
    expect,
  }) => {
    await using _ = await factors.setUp("alice");
    const begun = await factors.begin("alice");
    expect(begun.isHalf).toBe(true);
    expect(await ownerOf(world(), begun.token)).toMatchObject({ valid: false });
    const mine = { realmId: realmId(), token: begun.token };
    await expect(world().call(getSecondFactors, mine)).rejects.toMatchObject({
      code: "UNAUTHORIZED",
    });
    expect(await world().call(checkHalfSignIn, mine)).toMatchObject({ email: "alice@example.com" });
    const rows = await world().database.any(sql.unsafe`select * from half_sign_in`);
    expect(JSON.stringify(rows)).not.toContain(begun.token);
  });

  test("a sign-in is finished by another process, and leads to where it was to lead", async ({
    expect,
  }) => {
    await using app = await factors.setUp("admin");
    const { code } = app;
    const { token } = await factors.begin("admin", "/#recent");
    const other = await world().addProcess();
    const given = { realmId: realmId(), token, code: code(), client: "", address: "" };
    const self = { kind: "service", name: "gateway" } as const;
    const done = await other.call(completeHalfSignIn, self, given, { realmId: realmId() });
    expect(done).toMatchObject({ kind: "session", next: "/#recent" });
    const session = done.kind === "session" ? done.token : "";
    expect(session).not.toBe(token);
    const { id } = world().people.admin;
    expect(await ownerOf(world(), session)).toMatchObject({ valid: true, userId: id });
    await expect(factors.complete(token, code(1))).rejects.toMatchObject(ended);
  });

  test("a code is taken once, and none of the time before it or too far away", async ({
    expect,
  }) => {
    await using app = await factors.setUp("owner");
    const { code } = app;
    const { token } = await factors.begin("owner");
    for (const steps of [-3, 3]) {
      await expect(factors.complete(token, code(steps))).rejects.toMatchObject(wrong);
    }
    const used = code(1);
    expect((await factors.complete(token, ` ${used.slice(0, 3)} ${used.slice(3)} `)).kind).toBe(
      "session",
    );
    const again = await factors.begin("owner");
    await expect(factors.complete(again.token, used)).rejects.toMatchObject(wrong);
    await expect(factors.complete(again.token, code(0))).rejects.toMatchObject(wrong);
    world().clock.aheadMs += minute;
    expect((await factors.complete(again.token, code())).kind).toBe("session");
  });

  test("two that give the same code at the same time do not both get in", async ({ expect }) => {
    await using app = await factors.setUp("guest");
    const { code } = app;
    const [first, second] = [await factors.begin("guest"), await factors.begin("guest")];
    const same = code();
    const ends = await Promise.allSettled([
      factors.complete(first.token, same),
      factors.complete(second.token, same),
    ]);
    expect(ends.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  test("a sign-in that was never begun, of another organization, too old or with five wrong codes is refused", async ({
    expect,
  }) => {
    await using app = await factors.setUp("guest");
    const { code } = app;
    for (const token of ["", "x".repeat(32)])
      await expect(factors.complete(token, code())).rejects.toMatchObject(ended);
    const { token } = await factors.begin("guest");
    await expect(factors.complete(token, code(), world().acme.id)).rejects.toMatchObject(ended);
    for (let count = 0; count < 5; count += 1)
      await expect(factors.complete(token, "000000")).rejects.toMatchObject(wrong);
    await expect(factors.complete(token, code())).rejects.toMatchObject(ended);
    const late = await factors.begin("guest");
    world().clock.aheadMs += 10 * minute;
    await expect(factors.complete(late.token, code())).rejects.toMatchObject(ended);
    const dead = { realmId: realmId(), token: late.token };
    await expect(world().call(checkHalfSignIn, dead)).rejects.toMatchObject(ended);
  });

  test("a sign-in under way ends with the account's sessions and with its deactivation", async ({
    expect,
  }) => {
    await using _ = await factors.setUp("guest");
    const { id } = world().people.guest;
    const [first, second] = [await factors.begin("guest"), await factors.begin("guest")];
    await world().request("guest", regenerateOwnKey, {});
    await expect(factors.complete(first.token, "000000")).rejects.toMatchObject(ended);
    await expect(factors.complete(second.token, "000000")).rejects.toMatchObject(ended);
    const third = await factors.begin("guest");
    await world().request("guest", endOtherSessions, {});
    await expect(factors.complete(third.token, "000000")).rejects.toMatchObject(ended);
    const fourth = await factors.begin("guest");
    await world().request("owner", deactivateUser, { user_id: id });
    await expect(factors.complete(fourth.token, "000000")).rejects.toMatchObject(ended);
    await world().request("owner", reactivateUser, { user_id: id });
  });

  test("a password begins at most ten sign-ins; a further one ends the oldest", async ({
    expect,
  }) => {
    await using _ = await factors.setUp("guest");
    const first = await factors.begin("guest");
    for (let count = 0; count < 10; count += 1) {
      world().clock.aheadMs += 1000;
      await factors.begin("guest");
    }
    const dead = { realmId: realmId(), token: first.token };
    await expect(world().call(checkHalfSignIn, dead)).rejects.toMatchObject(ended);
  });

  test("codes of an app are refused for an hour after ten wrong ones in a row, and recovery codes are not (docs/behaviour/second-factors.md#limits)", async ({
    expect,
  }) => {
    await using app = await factors.setUp("guest");
    const { code, recoveryCodes } = app;
    for (let round = 0; round < 2; round += 1) {
      const { token } = await factors.begin("guest");
      for (let count = 0; count < 5; count += 1)
        await expect(factors.complete(token, "000000")).rejects.toMatchObject(wrong);
    }
    const { token } = await factors.begin("guest");
    await expect(factors.complete(token, code())).rejects.toMatchObject({
      message: "Too many codes were wrong: give a recovery code, or try again in an hour",
    });
    expect((await factors.complete(token, recoveryCodes[0] ?? "")).kind).toBe("session");
    world().clock.aheadMs += 61 * minute;
    expect((await factors.complete((await factors.begin("guest")).token, code())).kind).toBe(
      "session",
    );
  });

  test("a code that was wrong is in the audit log, as one that was right (docs/behaviour/audit.md#signing-in)", async ({
    expect,
  }) => {
    await using _ = await factors.setUp("guest");
    const { token } = await factors.begin("guest");
    await expect(factors.complete(token, "000000")).rejects.toMatchObject(wrong);
    const { entries } = await world().request("owner", listAuditLog, { limit: 1 });
    const { id: user_id } = world().people.guest;
    expect(entries[0]?.changes).toEqual([
      {
        object: "sign_in",
        key: { user_id },
        after: { method: "second_factor", succeeded: false },
      },
    ]);
  });
});

describe("keys of people with a second factor (docs/behaviour/second-factors.md#api-keys)", () => {
  const ask = (more: object) =>
    world().request(world().anonymous(), fetchApiKey, {
      username: "alice@example.com",
      password,
      ...more,
    });

  test("no key is given for a password alone, and the refusal says where there is one", async ({
    expect,
  }) => {
    await using app = await factors.setUp("alice");
    await expect(ask({})).rejects.toMatchObject({
      code: "SECOND_FACTOR_REQUIRED",
      message: expect.stringMatching(
        /^This account has a second factor: give its code as well \(second_factor\), or log in at http\S+\/login, where/,
      ) as string,
    });
    await expect(ask({ password: "wrong" })).rejects.toMatchObject(failed);
    await expect(ask({ second_factor: "000000" })).rejects.toMatchObject(wrong);
    const { apiKey: api_key } = world().people.alice;
    const used = app.code();
    expect(await ask({ second_factor: used })).toMatchObject({ api_key });
    await expect(ask({ second_factor: used })).rejects.toMatchObject(wrong);
    const recovery = app.recoveryCodes[0] ?? "";
    expect(await ask({ second_factor: recovery })).toMatchObject({ api_key });
    await expect(ask({ second_factor: recovery })).rejects.toMatchObject(wrong);
  });

  test("whoever has no second factor gets a key as before, whatever is given as one", async ({
    expect,
  }) => {
    const { apiKey: api_key } = world().people.alice;
    expect(await ask({})).toMatchObject({ api_key });
    expect(await ask({ second_factor: "000000" })).toMatchObject({ api_key });
  });
});
