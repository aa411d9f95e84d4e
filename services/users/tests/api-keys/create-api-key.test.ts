import {
  createApiKey,
  deactivateBot,
  listApiKeys,
  maxNamedKeys,
  type OutputOf,
} from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";
import { z } from "zod";

import type { Name } from "../people.ts";
import { World } from "../world.ts";
import { keyOwner, makeKey } from "./keys.ts";

const world = useWorld(() => World.create());
const day = 24 * 3600;
const everyKey = sql.type(z.looseObject({}))`select * from named_key`;

async function mailNaming(key: string): Promise<string | undefined> {
  return (await world().mails()).find((mail) => mail.includes(key));
}

describe("a new API key (docs/behaviour/keys.md#managing-keys)", () => {
  test("a key is made for nobody else, for a bot by those who manage it alone, and by no bot", async ({
    expect,
  }) => {
    const { admin, alice, bot, owner } = world().people;
    const cases: [Name, number, string][] = [
      ["alice", owner.id, "Insufficient permission"],
      ["owner", alice.id, "Insufficient permission"],
      ["admin", owner.id, "Insufficient permission"],
      ["moderator", bot.id, "Insufficient permission"],
      ["guest", bot.id, "Insufficient permission"],
      ["owner", 0, "No such user"],
      ["bot", bot.id, "This endpoint does not accept bot requests."],
    ];
    for (const [name, user_id, message] of cases)
      await expect(makeKey(world(), name, { user_id })).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message,
      });
    for (const { id: user_id } of [admin, alice, bot])
      expect((await world().request("owner", listApiKeys, { user_id })).api_keys).toEqual([]);
  });

  test("scopes and channels of a key that contradict each other are refused", async ({
    expect,
  }) => {
    const alone = "Keys for certain channels have the scope 'send' alone";
    await expect(makeKey(world(), "alice", { scopes: ["all", "read"] })).rejects.toMatchObject({
      message: "The scope 'all' goes with no other scope",
    });
    for (const scopes of [["read"], ["all"], ["send", "read"]] as const)
      await expect(
        makeKey(world(), "alice", { scopes: [...scopes], channel_ids: [1] }),
      ).rejects.toMatchObject({ code: "BAD_REQUEST", message: alone });
    await expect(makeKey(world(), "alice", { scopes: [] })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
    await expect(makeKey(world(), "alice", { name: " " })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
  });

  test("a key is shown once, and says what it is for and until when it is good", async ({
    expect,
  }) => {
    const { alice } = world().people;
    const given = { name: " Reports ", scopes: ["read", "send", "read"] as const };
    const made = await makeKey(world(), "alice", {
      ...given,
      scopes: [...given.scopes],
      expires_in_days: 30,
    });
    expect(made).toMatchObject({ name: "Reports", scopes: ["read", "send"], channel_ids: null });
    expect(made).toMatchObject({ created_by: alice.id, last_used_at: null });
    expect(made.api_key).toMatch(/^[A-Za-z\d]{32}$/);
    expect(made.beginning).toBe(made.api_key.slice(0, 4));
    expect((made.expires_at ?? 0) - made.created_at).toBe(30 * day);
    expect(await keyOwner(world(), "alice", made.api_key)).toMatchObject({
      valid: true,
      userId: alice.id,
      key: { id: made.id, scopes: ["read", "send"] },
    });
    const kept = await world().database.any(everyKey);
    expect(JSON.stringify(kept)).not.toContain(made.api_key);
  });

  test("a key of certain channels has each of them once", async ({ expect }) => {
    const made = await makeKey(world(), "alice", { scopes: ["send"], channel_ids: [7, 3, 7] });
    expect(made).toMatchObject({ channel_ids: [7, 3], expires_at: null });
    expect(await keyOwner(world(), "alice", made.api_key)).toMatchObject({
      key: { channelIds: [7, 3] },
    });
  });

  test("the person gets word of a key by e-mail, and of a bot's key its owner", async ({
    expect,
  }) => {
    const { alice, bot } = world().people;
    await makeKey(world(), "moderator", { name: "Weekly job" });
    const own = await mailNaming("Weekly job");
    expect(own).toContain("To: moderator@example.com");
    const made = await makeKey(world(), "admin", { user_id: bot.id, name: "For a job" });
    expect(made).toMatchObject({ created_by: world().people.admin.id });
    const ofBot = await mailNaming("For a job");
    expect(ofBot).toContain(`To: ${alice.email}`);
    expect(ofBot).not.toContain(made.api_key);
    expect(await keyOwner(world(), "bot", made.api_key)).toMatchObject({ userId: bot.id });
  });

  test("no key is made for a bot that is deactivated", async ({ expect }) => {
    const { bot } = world().people;
    await world().request("alice", deactivateBot, { bot_id: bot.id });
    await expect(makeKey(world(), "alice", { user_id: bot.id })).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "No such user",
    });
  });

  test("an account has at most 25 keys, whichever processes make them", async ({ expect }) => {
    const { owner } = world().people;
    const other = await world().addProcess();
    const given = { user_id: owner.id, name: "Backups", scopes: ["read" as const] };
    const { realm } = world();
    const there = () => other.request(createApiKey, owner.identity, given, { realmId: realm.id });
    const tries = Array.from({ length: maxNamedKeys + 5 }, (_, at) =>
      at % 2 === 0 ? makeKey(world(), "owner") : there(),
    );
    const outcomes = await Promise.allSettled<OutputOf<typeof createApiKey>>(tries);
    const refused = outcomes.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(5);
    await expect(makeKey(world(), "owner")).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: `An account has at most ${maxNamedKeys} API keys; end one first`,
    });
    const listed = await world().request("owner", listApiKeys, { user_id: owner.id });
    expect(listed.api_keys).toHaveLength(maxNamedKeys);
  });
});
