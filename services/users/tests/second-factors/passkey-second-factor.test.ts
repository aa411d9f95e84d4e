import {
  completeHalfSignInByPasskey,
  getSecondFactors,
  listAuditLog,
  resetSecondFactors,
  updateRealm,
} from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { askOperator, operatorKeys } from "../ask-operator.ts";
import { ownerOf } from "../sessions/browsers.ts";
import { World } from "../world.ts";
import { Factors } from "./factors.ts";
import { Passkeys } from "./passkeys.ts";
import { SoftwareAuthenticator } from "./software-authenticator.ts";

const world = useWorld(() => World.create({ OPERATOR_KEYS: operatorKeys }));
const factors = new Factors(world);
const passkeys = new Passkeys(world);

const failed = { code: "AUTHENTICATION_FAILED" };
const stale = { ...failed, message: "This took too long, or was used already. Try again" };
const unverified = { ...failed, message: "This passkey could not be verified. Try again" };
const unknown = { ...failed, message: "This passkey is not known here. Use another one" };
const ended = {
  ...failed,
  message: "The sign-in took too long, or too many codes were wrong. Log in again",
};
const copied = {
  ...failed,
  message:
    "Somebody may have copied this passkey, so it is refused. Use another way in, remove it, and tell an administrator",
};
const minute = 60_000;

describe("a passkey after the password (docs/behaviour/second-factors.md#logging-in)", () => {
  test("another process finishes the sign-in, once, and it leads to where it was to lead", async ({
    expect,
  }) => {
    await using one = await passkeys.setUp("alice");
    const { isHalf, token } = await passkeys.logIn("alice", "/#inbox");
    expect(isHalf).toBe(true);
    expect(await passkeys.half(token)).toMatchObject({ hasApp: false, passkeyHosts: [] });
    const given = await passkeys.answerHalf({ token, device: one.device });
    const other = await world().addProcess();
    const realmId = world().realm.id;
    const input = { realmId, ...given, client: "", address: "" };
    const self = { kind: "service", name: "gateway" } as const;
    const done = await other.call(completeHalfSignInByPasskey, self, input, { realmId });
    expect(done).toMatchObject({ kind: "session", next: "/#inbox" });
    const session = done.kind === "session" ? done.token : "";
    expect(await ownerOf(world(), session)).toMatchObject({ userId: world().people.alice.id });
    await expect(passkeys.completeHalf(given)).rejects.toMatchObject(ended);
    const state = await world().call(getSecondFactors, { realmId, token: one.session });
    expect(state.passkeys[0]?.lastUsedAt).toBeTypeOf("number");
  });

  test("an app and a passkey are both taken, and the device need not make sure who it is", async ({
    expect,
  }) => {
    await using one = await passkeys.setUp("admin");
    await using app = await factors.setUp("owner");
    await passkeys.add(app.session, new SoftwareAuthenticator());
    const both = await passkeys.logIn("owner");
    expect(await passkeys.half(both.token)).toMatchObject({ hasApp: true });
    expect((await factors.complete(both.token, app.code())).kind).toBe("session");
    const { token } = await passkeys.logIn("admin");
    const behaviour = { verifiesUser: false, userHandle: null };
    const given = await passkeys.answerHalf({ token, device: one.device }, behaviour);
    expect((await passkeys.completeHalf(given)).kind).toBe("session");
    await world().database.query(sql.unsafe`delete from passkey`);
  });

  test("a passkey of somebody else, or used for another origin, host, account or challenge, is refused", async ({
    expect,
  }) => {
    await using one = await passkeys.setUp("alice");
    await using other = await passkeys.setUp("guest");
    for (const [device, behaviour, why] of [
      [other.device, {}, unknown],
      [new SoftwareAuthenticator(), {}, unknown],
      [new SoftwareAuthenticator(one.device.id), {}, unverified],
      [one.device, { origin: "http://localhost" }, unverified],
      [one.device, { host: "acme.localhost" }, unverified],
      [one.device, { userHandle: "AAAA" }, unverified],
      [one.device, { challenge: "AAAA" }, unverified],
    ] as const) {
      const { token } = await passkeys.logIn("alice");
      const given = await passkeys.answerHalf({ token, device }, behaviour);
      await expect(passkeys.completeHalf(given)).rejects.toMatchObject(why);
    }
    const { token } = await passkeys.logIn("alice");
    const given = await passkeys.answerHalf({ token, device: one.device });
    for (const response of ["", "null", "{}"])
      await expect(passkeys.completeHalf({ ...given, response })).rejects.toMatchObject(unverified);
  });

  test("an answer to another sign-in or to nothing, or one that is too old, is refused", async ({
    expect,
  }) => {
    await using one = await passkeys.setUp("alice");
    const [first, second] = [await passkeys.logIn("alice"), await passkeys.logIn("alice")];
    const given = await passkeys.answerHalf({ token: first.token, device: one.device });
    const moved = { ...given, token: second.token };
    await expect(passkeys.completeHalf(moved)).rejects.toMatchObject(stale);
    const alone = await passkeys.answer(one.device);
    await expect(passkeys.completeHalf({ ...alone, token: second.token })).rejects.toMatchObject(
      stale,
    );
    await expect(passkeys.completeHalf({ ...given, token: "x".repeat(32) })).rejects.toMatchObject(
      ended,
    );
    world().clock.aheadMs += 10 * minute;
    await expect(passkeys.completeHalf(given)).rejects.toMatchObject(ended);
  });

  test("two that give the same answer at the same time do not both get in", async ({ expect }) => {
    await using one = await passkeys.setUp("alice");
    const { token } = await passkeys.logIn("alice");
    const given = await passkeys.answerHalf({ token, device: one.device });
    const ends = await Promise.allSettled([
      passkeys.completeHalf(given),
      passkeys.completeHalf(given),
    ]);
    expect(ends.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  test("a device that has not counted on is refused, as it may be a copy (docs/behaviour/second-factors.md#what-is-refused-of-passkeys)", async ({
    expect,
  }) => {
    await using one = await passkeys.setUp("alice", { counter: 5 });
    for (const [counter, gets] of [
      [5, false],
      [7, true],
      [7, false],
      [0, false],
      [8, true],
    ] as const) {
      const { token } = await passkeys.logIn("alice");
      const given = await passkeys.answerHalf({ token, device: one.device }, { counter });
      const done = passkeys.completeHalf(given);
      if (gets) expect((await done).kind).toBe("session");
      else await expect(done).rejects.toMatchObject(copied);
    }
  });

  test("five answers that were wrong end the sign-in, and each is in the audit log (docs/behaviour/second-factors.md#limits)", async ({
    expect,
  }) => {
    await using one = await passkeys.setUp("guest");
    const { token } = await passkeys.logIn("guest");
    const right = await passkeys.answerHalf({ token, device: one.device });
    for (let count = 0; count < 5; count += 1)
      await expect(passkeys.completeHalf({ ...right, response: "" })).rejects.toMatchObject(
        unverified,
      );
    await expect(passkeys.completeHalf(right)).rejects.toMatchObject(ended);
    const { entries } = await world().request("owner", listAuditLog, { limit: 1 });
    expect(entries[0]?.changes).toEqual([
      {
        object: "sign_in",
        key: { user_id: world().people.guest.id },
        after: { method: "second_factor", succeeded: false },
      },
    ]);
  });

  test("a reset removes passkeys as well (docs/behaviour/second-factors.md#administration)", async ({
    expect,
  }) => {
    await using _ = await passkeys.setUp("alice");
    await world().request("admin", resetSecondFactors, { user_id: world().people.alice.id });
    expect(await passkeys.logIn("alice")).toMatchObject({ isHalf: false });
  });

  test("whoever has a passkey lacks no second factor that is required (docs/behaviour/second-factors.md#required)", async ({
    expect,
  }) => {
    await using one = await passkeys.setUp("alice");
    const required = { second_factor_required_for: "everybody", second_factor_grace_days: 0 };
    await world().request("owner", updateRealm, required);
    expect(await ownerOf(world(), one.session)).toMatchObject({ valid: true });
    await world().request("owner", updateRealm, { second_factor_required_for: "nobody" });
  });
});

describe("passkeys and another address (docs/behaviour/second-factors.md#passkeys-and-addresses)", () => {
  test("a passkey gets nobody in at another address, but still keeps the password from being enough", async ({
    expect,
  }) => {
    await using one = await passkeys.setUp("alice");
    const given = await passkeys.answer(one.device);
    const path = `/organizations/${world().realm.id}/rename`;
    const renaming = { body: { subdomain: "moved" }, key: "write" };
    expect((await askOperator(world(), path, renaming)).status).toBe(200);
    const { isHalf, token } = await passkeys.logIn("alice");
    expect(isHalf).toBe(true);
    expect(await passkeys.half(token)).toMatchObject({
      passkey: null,
      passkeyHosts: ["localhost"],
    });
    await expect(passkeys.complete(given)).rejects.toMatchObject(unverified);
    const state = { realmId: world().realm.id, token: one.session };
    expect((await world().call(getSecondFactors, state)).passkeys).toMatchObject([
      { otherHost: "localhost" },
    ]);
    expect((await factors.complete(token, one.recoveryCodes[0] ?? "")).kind).toBe("session");
  });
});
