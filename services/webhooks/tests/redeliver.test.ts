import { answer } from "@team-chat/testkit";
import { afterAll, beforeAll, describe, test } from "vitest";

import { lateNotice } from "../src/workflows/deliver/say-late.ts";
import { administrator, noBot, owner, Owners, stranger } from "./owners.ts";

describe("deliveries that owners repeat (docs/behaviour/webhooks.md#deliveries)", () => {
  let owners: Owners;

  beforeAll(async () => {
    owners = await Owners.open();
  });

  afterAll(() => owners[Symbol.asyncDispose]());

  test("deliveries are repeated for owners only, and others find no such bot", async ({
    expect,
  }) => {
    const id = await owners.idOf(502);
    for (const caller of [stranger, 20, 21, 99])
      await expect(owners.repeat(caller, id)).rejects.toMatchObject(noBot);
    for (const none of [11, 99])
      await expect(owners.repeat(administrator, id, none)).rejects.toMatchObject(noBot);
  });

  test("deliveries are repeated only when they are this bot's", async ({ expect }) => {
    const missing = { code: "BAD_REQUEST", message: "No such delivery" };
    await expect(owners.repeat(owner, await owners.idOf(502), 21)).rejects.toMatchObject(missing);
    await expect(owners.repeat(owner, 999_999)).rejects.toMatchObject(missing);
  });

  test("deliveries are repeated with the same id and all their tries, and the answer is posted anew", async ({
    expect,
  }) => {
    const id = await owners.idOf(502);
    const before = owners.world.receiver.requests.length;
    const spoken = owners.world.peers.said().length;
    owners.world.receiver.plays(answer(500));
    await owners.repeat(administrator, id);
    await owners.world.settle();
    const { deliveries } = await owners.list(owner);
    expect(deliveries[1]).toMatchObject({ state: "pending", attempts: 1, finished_at: null });
    await expect(owners.repeat(owner, id)).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "This delivery is not finished",
    });
    owners.world.receiver.plays(answer(200, { content: "At last." }));
    await owners.world.pass(5000);
    const again = owners.world.receiver.requests.slice(before);
    expect(again.map(({ headers }) => headers["webhook-id"])).toEqual([`1-${id}`, `1-${id}`]);
    expect(owners.world.peers.said().slice(spoken)).toEqual([lateNotice, "At last."]);
  });

  test("repeated deliveries fail at once when the bot is deactivated, and nobody is asked", async ({
    expect,
  }) => {
    const id = await owners.idOf(502);
    const before = owners.world.receiver.requests.length;
    owners.deactivate(20);
    await owners.repeat(administrator, id);
    await owners.world.settle();
    const { deliveries } = await owners.list(owner);
    expect(deliveries[1]).toMatchObject({ id, state: "failed", error: "The bot is gone." });
    expect(owners.world.receiver.requests).toHaveLength(before);
  });
});
