import { createSession, deactivateUser, listSessions } from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { password } from "../people.ts";
import { World } from "../world.ts";
import { browser, ownerOf } from "./browsers.ts";

const world = useWorld(() => World.create());

function logIn(username: string, given: string | null = password) {
  const input = { username, password: given, client: "", address: "" };
  return world().call(createSession, { realmId: world().realm.id, ...input });
}

describe("a log-in with a browser (docs/behaviour/sessions.md#logging-in)", () => {
  test("a log-in is refused for the reasons for which no key is given", async ({ expect }) => {
    const wrong = { code: "AUTHENTICATION_FAILED" };
    await expect(logIn("alice@example.com", "wrong")).rejects.toMatchObject(wrong);
    await expect(logIn("nobody@example.com")).rejects.toMatchObject(wrong);
    await expect(logIn("nobody@example.com", null)).rejects.toMatchObject(wrong);
    await expect(logIn("echo-bot@example.com")).rejects.toMatchObject(wrong);
    const { id } = world().people.guest;
    await world().request("owner", deactivateUser, { user_id: id });
    const gone = { code: "USER_DEACTIVATED" };
    await expect(logIn("guest@example.com")).rejects.toMatchObject(gone);
    await expect(logIn("guest@example.com", null)).rejects.toMatchObject(gone);
  });

  test("a log-in without a password is refused in production", async ({ expect }) => {
    const service = await world().addProcess({ MODE: "production" });
    const input = { username: "alice@example.com", password: null, client: "", address: "" };
    const realmId = world().realm.id;
    const self = { kind: "service", name: "gateway" } as const;
    await expect(
      service.call(createSession, self, { realmId, ...input }, { realmId }),
    ).rejects.toMatchObject({ message: "Endpoint not available in production." });
  });

  test("a log-in gives a token, of which the server keeps a hash and nothing readable", async ({
    expect,
  }) => {
    const { token } = await logIn("alice@example.com");
    expect(token).toMatch(/^[A-Za-z0-9]{32}$/);
    const rows = await world().database.any(sql.unsafe`select * from browser_session`);
    expect(JSON.stringify(rows)).not.toContain(token);
    const { id } = world().people.alice;
    expect(await ownerOf(world(), token)).toMatchObject({ valid: true, userId: id });
  });

  test("a user's fifty-first session ends the one that was used longest ago (docs/behaviour/sessions.md#lifetime)", async ({
    expect,
  }) => {
    const first = await browser(world(), "admin");
    for (let count = 0; count < 50; count += 1) {
      world().clock.aheadMs += 1000;
      await logIn(world().people.admin.email, null);
    }
    expect(await ownerOf(world(), first.token)).toEqual({ valid: false });
    const { sessions } = await world().request("admin", listSessions, {});
    expect(sessions).toHaveLength(50);
  });
});
