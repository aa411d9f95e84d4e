import { afterAll, beforeAll, describe, test } from "vitest";

import { administrator, noBot, owner, Owners, stranger } from "./owners.ts";

describe("deliveries that owners look up (docs/behaviour/webhooks.md#deliveries)", () => {
  let owners: Owners;

  beforeAll(async () => {
    owners = await Owners.open();
  });

  afterAll(() => owners[Symbol.asyncDispose]());

  test("a bot whose deliveries are nobody's business is not there for others", async ({
    expect,
  }) => {
    for (const caller of [stranger, 20, 21, 99])
      await expect(owners.list(caller)).rejects.toMatchObject(noBot);
    for (const none of [11, 99])
      await expect(owners.list(administrator, { bot_id: none })).rejects.toMatchObject(noBot);
  });

  test("deliveries that owners look up are listed for owner and administrators, the newest first, without the message", async ({
    expect,
  }) => {
    const page = await owners.list(owner);
    expect(await owners.list(administrator)).toEqual(page);
    expect(page.found_oldest).toBe(true);
    const [, failed] = page.deliveries;
    expect(page.deliveries.map(({ message_id: id }) => id)).toEqual([503, 502, 501]);
    const now = Math.floor(owners.world.now / 1000);
    expect(failed).toEqual({
      id: expect.any(Number),
      message_id: 502,
      trigger: "mention",
      state: "failed",
      attempts: 1,
      response_status: 404,
      error: "Third party responded with 404",
      created_at: now,
      next_attempt_at: null,
      finished_at: now,
    });
  });

  test("deliveries that owners look up are paged by id and filtered by state", async ({
    expect,
  }) => {
    const first = await owners.list(owner, { limit: 2 });
    expect(first).toMatchObject({ found_oldest: false });
    const before = first.deliveries.at(-1)?.id ?? 0;
    const second = await owners.list(owner, { limit: 2, before });
    expect(second).toMatchObject({ found_oldest: true, deliveries: [{ message_id: 501 }] });
    const failed = await owners.list(owner, { state: "failed" });
    expect(failed.deliveries.map(({ message_id: id }) => id)).toEqual([502]);
  });

  test("deliveries that owners look up are still listed when the bot is deactivated", async ({
    expect,
  }) => {
    const before = await owners.list(owner);
    owners.deactivate(20);
    expect(await owners.list(owner)).toEqual(before);
  });
});
