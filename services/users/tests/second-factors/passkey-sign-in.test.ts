import {
  completePasskeySignIn,
  deactivateRealm,
  deactivateUser,
  listAuditLog,
  reactivateRealm,
  reactivateUser,
} from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { ownerOf } from "../sessions/browsers.ts";
import { World } from "../world.ts";
import { Passkeys } from "./passkeys.ts";
import { SoftwareAuthenticator } from "./software-authenticator.ts";

const world = useWorld(() => World.create());
const passkeys = new Passkeys(world);

const failed = { code: "AUTHENTICATION_FAILED" };
const stale = { ...failed, message: "This took too long, or was used already. Try again" };
const unverified = { ...failed, message: "This passkey could not be verified. Try again" };
const unknown = { ...failed, message: "This passkey is not known here. Use another one" };
const otp = "0f".repeat(32);

describe("a passkey and nothing else (docs/behaviour/second-factors.md#signing-in-with-a-passkey)", () => {
  test("another process lets its owner in, once, without name and password, although a second factor is needed else", async ({
    expect,
  }) => {
    await using one = await passkeys.setUp("alice");
    const given = await passkeys.answer(one.device);
    const other = await world().addProcess();
    const realmId = world().realm.id;
    const input = { realmId, ...given, client: "", address: "" };
    const self = { kind: "service", name: "gateway" } as const;
    const done = await other.call(completePasskeySignIn, self, input, { realmId });
    expect(done).toMatchObject({ kind: "session", next: "/#recent", lacksFactor: false });
    const session = done.kind === "session" ? done.token : "";
    expect(await ownerOf(world(), session)).toMatchObject({ userId: world().people.alice.id });
    await expect(passkeys.complete(given)).rejects.toMatchObject(stale);
    const { entries } = await world().request("owner", listAuditLog, { limit: 1 });
    expect(entries[0]?.changes[0]).toMatchObject({
      object: "sign_in",
      after: { method: "passkey", succeeded: false },
    });
  });

  test("a device must make sure who it is, and answer this challenge, origin and host for this account", async ({
    expect,
  }) => {
    await using one = await passkeys.setUp("alice");
    for (const [device, behaviour, why] of [
      [one.device, { verifiesUser: false }, unverified],
      [one.device, { userHandle: null }, unverified],
      [one.device, { userHandle: "AAAA" }, unverified],
      [one.device, { origin: "http://acme.localhost:9991" }, unverified],
      [one.device, { host: "acme.localhost" }, unverified],
      [one.device, { challenge: "AAAA" }, unverified],
      [new SoftwareAuthenticator(one.device.id), {}, unverified],
      [new SoftwareAuthenticator(), {}, unknown],
    ] as const)
      await expect(
        passkeys.complete(await passkeys.answer(device, behaviour)),
      ).rejects.toMatchObject(why);
  });

  test("an answer to what was begun in another organization, for something else or too long ago is refused", async ({
    expect,
  }) => {
    await using one = await passkeys.setUp("alice");
    const given = await passkeys.answer(one.device);
    await expect(passkeys.complete(given, world().acme.id)).rejects.toMatchObject(stale);
    const there = await passkeys.beginIn(world().acme.id, {});
    const acme = { ...given, sealedChallenge: there.sealedChallenge };
    await expect(passkeys.complete(acme)).rejects.toMatchObject(stale);
    // Even with a challenge of its own another organization does not know it.
    await expect(passkeys.complete(acme, world().acme.id)).rejects.toMatchObject(unknown);
    const { token } = await passkeys.logIn("alice");
    const half = await passkeys.answerHalf({ token, device: one.device });
    await expect(passkeys.complete(half)).rejects.toMatchObject(stale);
    world().clock.aheadMs += 10 * 60_000;
    await expect(passkeys.complete(given)).rejects.toMatchObject(stale);
    world().clock.aheadMs = 0;
  });

  test("two that give the same answer at the same time do not both get in", async ({ expect }) => {
    await using one = await passkeys.setUp("alice");
    const given = await passkeys.answer(one.device);
    const ends = await Promise.allSettled([passkeys.complete(given), passkeys.complete(given)]);
    expect(ends.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  test("a copied device is refused, and challenges that were answered are forgotten once they have expired (docs/behaviour/second-factors.md#what-is-refused-of-passkeys)", async ({
    expect,
  }) => {
    await using one = await passkeys.setUp("alice", { counter: 5 });
    const use = async (counter: number) =>
      passkeys.complete(await passkeys.answer(one.device, { counter }));
    await expect(use(5)).rejects.toMatchObject({
      ...failed,
      message: expect.stringMatching(/^Somebody may have copied this passkey/) as string,
    });
    expect((await use(6)).kind).toBe("session");
    world().clock.aheadMs += 10 * 60_000;
    expect((await use(9)).kind).toBe("session");
    const kept = await world().database.any(sql.unsafe`select * from used_challenge`);
    expect(kept).toHaveLength(1);
    world().clock.aheadMs = 0;
  });

  test("deactivated accounts and organizations are refused", async ({ expect }) => {
    await using one = await passkeys.setUp("guest");
    const user_id = world().people.guest.id;
    await world().request("owner", deactivateUser, { user_id });
    await expect(passkeys.complete(await passkeys.answer(one.device))).rejects.toMatchObject({
      code: "USER_DEACTIVATED",
    });
    await world().request("owner", reactivateUser, { user_id });
    const given = await passkeys.answer(one.device);
    await world().call(deactivateRealm, { subdomain: "" });
    const closed = { code: "REALM_DEACTIVATED" };
    await expect(passkeys.complete(given)).rejects.toMatchObject(closed);
    await expect(passkeys.begin()).rejects.toMatchObject(closed);
    await world().call(reactivateRealm, { subdomain: "" });
    expect((await passkeys.complete(given)).kind).toBe("session");
  });
});

describe("passkeys of apps (docs/behaviour/single-sign-on.md#apps)", () => {
  test("an app is given its key, a desktop app what only it can read; a wrong pad is refused", async ({
    expect,
  }) => {
    await using one = await passkeys.setUp("alice");
    const invalid = { code: "BAD_REQUEST", message: "Invalid OTP" };
    await expect(passkeys.begin({ mobileOtp: "00" })).rejects.toMatchObject(invalid);
    await expect(passkeys.begin({ desktopOtp: "00" })).rejects.toMatchObject(invalid);
    const use = async (more: object) => {
      const { options, sealedChallenge } = await passkeys.begin(more);
      const response = one.device.use(options, { origin: "http://localhost:9991" });
      return passkeys.complete({ sealedChallenge, response });
    };
    const app = await use({ mobileOtp: otp });
    expect(app).toMatchObject({
      kind: "app",
      url: expect.stringMatching(/^zulip:\/\/login\?otp_encrypted_api_key=/) as string,
    });
    expect((await use({ desktopOtp: otp })).kind).toBe("desktop");
  });
});

describe("passkeys where passwords are off (docs/behaviour/second-factors.md#signing-in-with-a-passkey)", () => {
  test("nobody gets in with a passkey alone where single sign-on is required", async ({
    expect,
  }) => {
    await using one = await passkeys.setUp("alice");
    const given = await passkeys.answer(one.device);
    await world().database.query(sql.unsafe`
      update realm set settings = settings || '{"authentication_methods": {"Email": false}}'
      where realm_id = ${world().realm.id}
    `);
    const off = {
      code: "PASSWORD_AUTH_DISABLED",
      message: "Signing in with nothing but a passkey is disabled in this organization",
    };
    await expect(passkeys.begin()).rejects.toMatchObject(off);
    await expect(passkeys.complete(given)).rejects.toMatchObject(off);
    await world().database.query(sql.unsafe`
      update realm set settings = settings - 'authentication_methods' where realm_id = ${world().realm.id}
    `);
    expect((await passkeys.complete(given)).kind).toBe("session");
  });
});
