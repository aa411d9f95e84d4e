import { addRealmUser, deactivateUser, fetchApiKey, updateSettings } from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { password } from "../people.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

function fetch(username: string, given = password) {
  return world().request(world().anonymous(), fetchApiKey, { username, password: given });
}

describe("POST /fetch_api_key (docs/behaviour/api.md#obtaining-a-key)", () => {
  test("fetching a key is refused for a wrong password, an unknown address, and a bot", async ({
    expect,
  }) => {
    const wrong = {
      code: "AUTHENTICATION_FAILED",
      message: "Your username or password is incorrect",
    };
    await expect(fetch("alice@example.com", "wrong")).rejects.toMatchObject(wrong);
    await expect(fetch("nobody@example.com")).rejects.toMatchObject(wrong);
    await expect(fetch("echo-bot@example.com")).rejects.toMatchObject(wrong);
    await expect(fetch("owner@acme.example")).rejects.toMatchObject(wrong);
  });

  test("fetching a key is refused where there is no organization", async ({ expect }) => {
    const nowhere = world().request(world().anonymous(null), fetchApiKey, {
      username: "a@b.c",
      password,
    });
    await expect(nowhere).rejects.toMatchObject({ code: "NONEXISTENT_SUBDOMAIN" });
  });

  test("fetching a key tells of a deactivated account only those who know the password", async ({
    expect,
  }) => {
    await world().request("owner", deactivateUser, { user_id: world().people.guest.id });
    await expect(fetch("guest@example.com")).rejects.toMatchObject({
      code: "USER_DEACTIVATED",
      message: "Account is deactivated",
    });
    await expect(fetch("guest@example.com", "wrong")).rejects.toMatchObject({
      code: "AUTHENTICATION_FAILED",
    });
  });

  test("a password that is too weak by now gets no key, which only those are told who know it", async ({
    expect,
  }) => {
    const weak = { email: "weak@example.com", password: "aaaaaaaa", fullName: "Weak User" };
    await world().call(addRealmUser, { realmId: world().realm.id, role: 400, ...weak });
    await expect(fetch(weak.email, weak.password)).rejects.toMatchObject({
      code: "PASSWORD_RESET_REQUIRED",
      message: "Your password has been disabled and needs to be reset",
    });
    await expect(fetch(weak.email, "aaaaaaab")).rejects.toMatchObject({
      code: "AUTHENTICATION_FAILED",
    });
  });

  test("an organization without passwords refuses right, wrong and new ones", async ({
    expect,
  }) => {
    // No request can leave an organization without any method; a later one may have others.
    const methods = (Email: boolean) =>
      world().database.query(
        sql.unsafe`
          update realm
          set settings = settings || ${sql.jsonb({ authentication_methods: { Email } })}
          where realm_id = ${world().realm.id}
        `,
      );
    await methods(false);
    for (const given of [password, "wrong"])
      await expect(fetch("alice@example.com", given)).rejects.toMatchObject({
        code: "PASSWORD_AUTH_DISABLED",
        message: "Password authentication is disabled in this organization",
      });
    const change = { old_password: password, new_password: "another-long-enough-one" };
    await expect(world().request("alice", updateSettings, change)).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "Password authentication is disabled in this organization.",
    });
    await methods(true);
    expect((await fetch("alice@example.com")).api_key).toBe(world().people.alice.apiKey);
  });

  test("fetching a key gives the same every time, with the address in any case", async ({
    expect,
  }) => {
    const { alice } = world().people;
    const expected = { api_key: alice.apiKey, email: alice.email, user_id: alice.id };
    expect(await fetch("alice@example.com")).toMatchObject(expected);
    expect(await fetch("Alice@Example.COM")).toMatchObject(expected);
  });
});
