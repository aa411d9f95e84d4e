import { getSecondFactors, listAuditLog, listSecondFactors } from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";
import { Factors } from "./factors.ts";
import { origin, Passkeys } from "./passkeys.ts";
import { SoftwareAuthenticator } from "./software-authenticator.ts";

const world = useWorld(() => World.create());
const factors = new Factors(world);
const passkeys = new Passkeys(world);

const failed = { code: "AUTHENTICATION_FAILED" };
const stale = { ...failed, message: "This took too long, or was used already. Try again" };
const unverified = { ...failed, message: "This passkey could not be verified. Try again" };
const minute = 60_000;

const mine = (token: string) => ({ realmId: world().realm.id, token });

async function listed(session: string) {
  return (await world().call(getSecondFactors, mine(session))).passkeys;
}

describe("adding a passkey (docs/behaviour/second-factors.md#passkeys)", () => {
  test("nobody begins without a session, the password and a name, or with ten passkeys", async ({
    expect,
  }) => {
    const { token } = await passkeys.logIn("alice");
    await expect(passkeys.offer("x".repeat(32))).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    await expect(passkeys.offer(token, { password: "wrong" })).rejects.toMatchObject({
      ...failed,
      message: "The password is wrong",
    });
    for (const [name, message] of [
      [" ", "Give the passkey a name."],
      ["x".repeat(51), "The name is too long: at most 50 characters."],
      ["a\u0000b", "The name has characters that are not allowed."],
    ] as const)
      await expect(passkeys.offer(token, { name })).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message,
      });
    await using one = await passkeys.setUp("alice");
    for (let count = 1; count < 9; count += 1)
      await passkeys.add(one.session, new SoftwareAuthenticator());
    // Whoever has begun two at once is refused at the end.
    const last = await passkeys.offer(one.session);
    await passkeys.add(one.session, new SoftwareAuthenticator());
    const full = {
      code: "BAD_REQUEST",
      message: "You have 10 passkeys already. Remove one first.",
    };
    await expect(passkeys.offer(one.session)).rejects.toMatchObject(full);
    const response = new SoftwareAuthenticator().create(last.options, { origin });
    const late = { sealedChallenge: last.sealedChallenge, response };
    await expect(passkeys.addMade(one.session, late)).rejects.toMatchObject(full);
    expect(await listed(one.session)).toHaveLength(10);
  });

  test("a passkey made for another origin, host or challenge, or with a certificate, is refused", async ({
    expect,
  }) => {
    const { token } = await passkeys.logIn("admin");
    const device = new SoftwareAuthenticator();
    const certified = {
      statement: { format: "packed", fields: new Map([["x5c", [new Uint8Array(3)]]]) },
    };
    for (const wrong of [
      { origin: "https://evil.example" },
      { origin: "http://acme.localhost:9991" },
      { host: "evil.example" },
      { challenge: "AAAA" },
      { statement: { format: "tpm", fields: new Map() } },
      certified,
    ])
      await expect(passkeys.add(token, device, wrong)).rejects.toMatchObject(unverified);
    const { sealedChallenge } = await passkeys.offer(token);
    for (const response of ["", "{}", "[]", '{"id":"AA","rawId":"AA","type":"public-key"}'])
      await expect(passkeys.addMade(token, { sealedChallenge, response })).rejects.toMatchObject(
        unverified,
      );
    expect(await listed(token)).toEqual([]);
  });

  test("what was begun in another session or for something else, too long ago, or was used is refused", async ({
    expect,
  }) => {
    await using one = await passkeys.setUp("moderator");
    const other = (await passkeys.logIn("guest")).token;
    const { options, sealedChallenge } = await passkeys.offer(other);
    const device = new SoftwareAuthenticator();
    const made = { sealedChallenge, response: device.create(options, { origin }) };
    await expect(passkeys.addMade(one.session, made)).rejects.toMatchObject(stale);
    const signIn = await passkeys.begin();
    const foreign = { ...made, sealedChallenge: signIn.sealedChallenge };
    for (const wrong of [foreign, { ...made, sealedChallenge: "nonsense" }])
      await expect(passkeys.addMade(other, wrong)).rejects.toMatchObject(stale);
    world().clock.aheadMs += 10 * minute;
    await expect(passkeys.addMade(other, made)).rejects.toMatchObject(stale);
    world().clock.aheadMs -= 10 * minute;
    await using _ = {
      [Symbol.asyncDispose]: async () => {
        await world().database.query(sql.unsafe`delete from passkey`);
        await world().database.query(sql.unsafe`delete from recovery_codes`);
      },
    };
    await passkeys.addMade(other, made);
    await expect(passkeys.addMade(other, made)).rejects.toMatchObject(stale);
    // A device that somebody else has, too, would tell whose it is.
    const again = new SoftwareAuthenticator(device.id);
    await expect(passkeys.add(one.session, again)).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "This passkey was added already.",
    });
  });

  test("the first one comes with recovery codes and counts as the second factor, and its owner is told by e-mail", async ({
    expect,
  }) => {
    await using one = await passkeys.setUp("alice");
    expect(one.recoveryCodes).toHaveLength(10);
    expect((await passkeys.add(one.session, new SoftwareAuthenticator())).recoveryCodes).toEqual(
      [],
    );
    const [first] = await listed(one.session);
    expect(first).toMatchObject({
      name: "Phone",
      lastUsedAt: null,
      otherHost: null,
      worksAlone: true,
    });
    const { id } = world().people.alice;
    const { users } = await world().request("admin", listSecondFactors, {});
    expect(users.find(({ user_id }) => user_id === id)).toMatchObject({ has_second_factor: true });
    const subject = "Subject: A passkey was added to your account in Root";
    expect((await world().mails()).filter((mail) => mail.includes(subject))).not.toEqual([]);
    const { token } = await passkeys.logIn("alice");
    expect((await factors.complete(token, one.recoveryCodes[0] ?? "")).kind).toBe("session");
  });

  test("a browser is asked for no device that has a passkey already, and for nothing that names the person", async ({
    expect,
  }) => {
    await using one = await passkeys.setUp("alice");
    const options = JSON.parse((await passkeys.offer(one.session)).options) as {
      excludeCredentials: { id: string }[];
      user: { id: string };
    };
    const id = one.device.id.toString("base64url");
    expect(options.excludeCredentials.map((known) => known.id)).toEqual([id]);
    const handle = Buffer.from(options.user.id, "base64url").toString();
    expect(handle).toBe(`${world().realm.id}.${world().people.alice.id}`);
  });

  test("an addition and a removal are in the audit log, without the key (docs/behaviour/audit.md#what-is-written-down)", async ({
    expect,
  }) => {
    await using one = await passkeys.setUp("moderator");
    const [passkey] = await listed(one.session);
    const passkeyId = passkey?.id ?? 0;
    await passkeys.remove(one.session, passkeyId);
    const { entries } = await world().request("owner", listAuditLog, { limit: 100 });
    const key = { user_id: world().people.moderator.id, passkey_id: passkeyId };
    const changes = entries.flatMap((entry) => entry.changes);
    const shown = { name: "Phone", host: "localhost" };
    const hidden = { credential_id: "(hidden)", public_key: "(hidden)" };
    expect(changes.filter((change) => change.key["passkey_id"] === passkeyId)).toEqual([
      { object: "passkey", key, before: { ...shown, ...hidden } },
      { object: "passkey", key, after: { ...shown, ...hidden } },
    ]);
  });
});

describe("renaming a passkey (docs/behaviour/second-factors.md#passkeys)", () => {
  test("a name that is none or taken is refused, and so is a passkey that is not the account's", async ({
    expect,
  }) => {
    await using one = await passkeys.setUp("alice");
    await using other = await passkeys.setUp("admin");
    await passkeys.add(one.session, new SoftwareAuthenticator());
    const [first, second] = await listed(one.session);
    const id = first?.id ?? 0;
    await expect(passkeys.rename("x".repeat(32), id, "Key")).rejects.toMatchObject({
      code: "UNAUTHORIZED",
    });
    for (const [name, message] of [
      [" ", "Give the passkey a name."],
      ["x".repeat(51), "The name is too long: at most 50 characters."],
      ["a\u0000b", "The name has characters that are not allowed."],
      ["pHONE 2", "Another of your passkeys has this name."],
    ] as const)
      await expect(passkeys.rename(one.session, id, name)).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message,
      });
    await expect(passkeys.offer(one.session, { name: "phone" })).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "Another of your passkeys has this name.",
    });
    const none = { code: "BAD_REQUEST", message: "There is no such second factor." };
    await expect(passkeys.rename(other.session, id, "Key")).rejects.toMatchObject(none);
    expect(await listed(one.session)).toEqual([first, second]);
  });

  test("somebody who began to add two passkeys of one name has one of them", async ({ expect }) => {
    await using one = await passkeys.setUp("alice");
    const begun = [
      await passkeys.offer(one.session, { name: "Key" }),
      await passkeys.offer(one.session, { name: "key" }),
    ].map(({ options, sealedChallenge }) => {
      const response = new SoftwareAuthenticator().create(options, { origin });
      return passkeys.addMade(one.session, { sealedChallenge, response });
    });
    const ends = await Promise.allSettled(begun);
    expect(ends.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(ends.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { message: "Another of your passkeys has this name." },
    });
    expect(await listed(one.session)).toHaveLength(2);
  });

  test("a passkey has its new name in the list and gets its owner in as before; the audit log has both names", async ({
    expect,
  }) => {
    await using one = await passkeys.setUp("moderator");
    const passkeyId = (await listed(one.session))[0]?.id ?? 0;
    const mails = await world().mails();
    await passkeys.rename(one.session, passkeyId, " Blue key ");
    expect(await listed(one.session)).toMatchObject([{ id: passkeyId, name: "Blue key" }]);
    await passkeys.rename(one.session, passkeyId, "blue key");
    expect(await world().mails()).toEqual(mails);
    const { entries } = await world().request("owner", listAuditLog, { limit: 2 });
    expect(entries.flatMap(({ changes }) => changes)).toMatchObject([
      { object: "passkey", before: { name: "Blue key" }, after: { name: "blue key" } },
      { object: "passkey", before: { name: "Phone" }, after: { name: "Blue key" } },
    ]);
    const given = await passkeys.answer(one.device);
    expect((await passkeys.complete(given)).kind).toBe("session");
  });
});

describe("removing a passkey (docs/behaviour/second-factors.md#passkeys)", () => {
  test("a removal needs the password and a passkey of the account", async ({ expect }) => {
    await using one = await passkeys.setUp("alice");
    await using other = await passkeys.setUp("admin");
    const [passkey] = await listed(one.session);
    const id = passkey?.id ?? 0;
    await expect(passkeys.remove(one.session, id, "wrong")).rejects.toMatchObject({
      ...failed,
      message: "The password is wrong",
    });
    const none = { code: "BAD_REQUEST", message: "There is no such second factor." };
    await expect(passkeys.remove(other.session, id)).rejects.toMatchObject(none);
    await expect(passkeys.remove(one.session, 0)).rejects.toMatchObject(none);
    expect(await listed(one.session)).toHaveLength(1);
  });

  test("a passkey that was removed gets nobody in, and with the last second factor the recovery codes end", async ({
    expect,
  }) => {
    await using one = await passkeys.setUp("alice");
    const second = new SoftwareAuthenticator();
    await passkeys.add(one.session, second);
    const { token } = await passkeys.logIn("alice");
    const answer = await passkeys.answerHalf({ token, device: one.device });
    const alone = await passkeys.answer(one.device);
    const [first, last] = await listed(one.session);
    await passkeys.remove(one.session, first?.id ?? 0);
    await expect(passkeys.completeHalf(answer)).rejects.toMatchObject(failed);
    await expect(passkeys.complete(alone)).rejects.toMatchObject(failed);
    const state = () => world().call(getSecondFactors, mine(one.session));
    expect(await state()).toMatchObject({ recoveryCodes: 10 });
    await passkeys.remove(one.session, last?.id ?? 0);
    expect(await state()).toMatchObject({ recoveryCodes: 0, passkeys: [] });
    expect(await passkeys.logIn("alice")).toMatchObject({ isHalf: false });
    const subject = "Subject: A passkey of your account in Root was removed";
    expect((await world().mails()).filter((mail) => mail.includes(subject))).toHaveLength(3);
  });
});
