import { listApiKeys } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import type { Name } from "../people.ts";
import { World } from "../world.ts";
import { keyOwner, makeKey } from "./keys.ts";

const world = useWorld(() => World.create());

const list = (name: Name, user_id: number) => world().request(name, listApiKeys, { user_id });

describe("a list of API keys (docs/behaviour/keys.md#managing-keys)", () => {
  test("keys are listed to nobody but those who manage them", async ({ expect }) => {
    const { alice, bot, owner } = world().people;
    const cases: [Name, number, string, string][] = [
      ["moderator", alice.id, "BAD_REQUEST", "Insufficient permission"],
      ["guest", bot.id, "BAD_REQUEST", "Insufficient permission"],
      ["admin", owner.id, "UNAUTHORIZED_PRINCIPAL", "Must be an organization owner"],
      ["owner", 0, "BAD_REQUEST", "No such user"],
      ["bot", bot.id, "BAD_REQUEST", "This endpoint does not accept bot requests."],
    ];
    for (const [name, userId, code, message] of cases)
      await expect(list(name, userId)).rejects.toMatchObject({ code, message });
  });

  test("a list has each key without what proves it, the newest first, for its owner and for administrators", async ({
    expect,
  }) => {
    const { alice, bot } = world().people;
    const first = await makeKey(world(), "alice", { name: "First" });
    const { api_key: key, ...second } = await makeKey(world(), "alice", { name: "Second" });
    await makeKey(world(), "alice", { user_id: bot.id });
    for (const name of ["alice", "admin", "owner"] as const) {
      const { api_keys: keys } = await list(name, alice.id);
      expect(keys).toMatchObject([second, { id: first.id, name: "First" }]);
      expect(JSON.stringify(keys)).not.toContain(key);
      expect((await list(name, bot.id)).api_keys).toHaveLength(1);
    }
  });

  test("a list says of each key what it may be used for and where", async ({ expect }) => {
    const { id } = world().people.moderator;
    for (const scopes of [["administration"], ["read", "administration"], ["all"]] as const)
      await makeKey(world(), "moderator", { scopes: [...scopes] });
    const limits = { scopes: ["send" as const], channel_ids: [5, 2], expires_in_days: null };
    await makeKey(world(), "moderator", limits);
    expect((await list("moderator", id)).api_keys).toMatchObject([
      { scopes: ["send"], channel_ids: [5, 2], expires_at: null },
      { scopes: ["all"], channel_ids: null },
      { scopes: ["read", "administration"] },
      { scopes: ["administration"] },
    ]);
  });

  test("a use of a key is noted once an hour, and a refused one is not", async ({ expect }) => {
    const { admin } = world().people;
    const { api_key: key, created_at: created } = await makeKey(world(), "admin", {
      expires_in_days: 1,
    });
    const used = async () => {
      const answer = await keyOwner(world(), "admin", key);
      const [listed] = (await list("owner", admin.id)).api_keys;
      return { valid: answer.valid, after: (listed?.last_used_at ?? 0) - created };
    };
    expect(await used()).toEqual({ valid: true, after: expect.closeTo(0, -1) as number });
    world().clock.aheadMs += 59 * 60_000;
    expect(await used()).toEqual({ valid: true, after: expect.closeTo(0, -1) as number });
    world().clock.aheadMs += 2 * 60_000;
    const noted = { valid: true, after: expect.closeTo(61 * 60, -1) as number };
    expect(await used()).toEqual(noted);
    world().clock.aheadMs += 24 * 3600_000;
    expect(await used()).toEqual({ ...noted, valid: false });
  });
});
