import { sql } from "@team-chat/pg";
import { afterAll, beforeAll, describe, test } from "vitest";
import { z } from "zod";

import { World } from "./world.ts";

let world: World;

beforeAll(async () => {
  world = await World.create();
});

afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

describe("messages that travel together (docs/subsystems/messages.md, Writing)", () => {
  test("are committed in one transaction, and one that Postgres refuses fails alone", async ({
    expect,
  }) => {
    const realm = world.realm();
    await realm.send(1);
    const recipientId = await world.db.oneFirst(
      sql.type(z.object({ id: z.number() }))`select id from recipient where realm_id = ${realm.id}`,
    );
    const writer = world.writer();
    const write = (content: string) =>
      writer.write(realm.id, {
        chars: content.length,
        prepare: () => ({
          recipientId,
          channelId: 1,
          senderId: 1,
          topic: "t",
          content,
          renderedContent: "",
          client: "test",
          bits: 0,
          idempotencyKey: null,
          event: {
            message: '"subject":"t"}}',
            alike: null,
            rest: ',"audience":{"to":"everyone"}}',
          },
          userFlags: [],
          guestReceivers: [],
          readers: [],
        }),
      });
    const good = await Promise.allSettled(["a", "b", "c", "d"].map(write));
    const mixed = await Promise.allSettled(["e", "f\0", "g"].map(write));
    expect(good.map(({ status }) => status)).toEqual(Array(4).fill("fulfilled"));
    expect(mixed.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    const ids = [...good, ...mixed].flatMap((one) =>
      one.status === "fulfilled" ? [one.value] : [],
    );
    expect((await realm.heard(1)).slice(1)).toEqual(ids);
    const sizes = (await world.bundles(realm.id)).map(({ events }) => events.length);
    expect(Math.max(...sizes)).toBeGreaterThan(1);
  });

  test("to a recipient that does not exist are refused", async ({ expect }) => {
    const realm = world.realm();
    await expect(
      world.writer().write(realm.id, {
        chars: 1,
        prepare: () => ({
          recipientId: 999_999,
          channelId: null,
          senderId: 1,
          topic: "",
          content: "a",
          renderedContent: "",
          client: "test",
          bits: 0,
          idempotencyKey: null,
          event: { message: "", alike: null, rest: "" },
          userFlags: [],
          guestReceivers: [],
          readers: [],
        }),
      }),
    ).rejects.toThrow("was not written");
    expect(await realm.events()).toEqual([]);
  });
});
