import { sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";
import { z } from "zod";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("order (docs/behaviour/messages.md#order-of-ids)", () => {
  test("ids and the stream have the same order, however many send at once", async ({ expect }) => {
    const realm = world().realm();
    realm.data.setMembership(1, 2);
    const sends = Array.from({ length: 200 }, (_, index) =>
      realm.send(1 + (index % 3), {
        to: index % 2 === 0 ? "general" : "random",
        read_by_sender: index % 5 === 0,
      }),
    );
    const ids = await Promise.all(sends);
    const heard = await realm.heard("alice");
    expect(heard).toHaveLength(200);
    expect(heard).toEqual(ids.toSorted((a, b) => a - b));
    expect((await world().bundles(realm.id)).length).toBeLessThan(200);
  });

  test("messages stay in order when two processes write the same channel in turns", async ({
    expect,
  }) => {
    const realm = world().realm();
    const { pool } = await world().replica();
    const sent: Promise<number>[] = [];
    for (let round = 0; round < 6; round += 1)
      for (let count = 0; count < 5; count += 1)
        sent.push(
          round % 2 === 0
            ? realm.send("alice", { read_by_sender: true })
            : realm.sendThrough(pool, "bob"),
        );
    const ids = await Promise.all(sent);
    expect(await realm.heard("carol")).toEqual(ids.toSorted((a, b) => a - b));
    expect((await realm.register("alice")).unread_msgs.count).toBe(15);
  });

  test("one sender's reading leaves what came between unread", async ({ expect }) => {
    const realm = world().realm();
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        realm.send(1 + (index % 2), { read_by_sender: true }),
      ),
    );
    for (const userId of [1, 2]) {
      const { messages } = await realm.fetch(userId);
      for (const { sender_id: sender, flags } of messages)
        expect(flags).toEqual(sender === userId ? ["read"] : []);
    }
  });
});

describe("membership (docs/behaviour/messages.md#who-receives-a-message)", () => {
  test("a membership that began between two sends receives exactly the second", async ({
    expect,
  }) => {
    const realm = world().realm();
    realm.data.setUser(5);
    await realm.send("alice");
    realm.data.setMembership(5, 1);
    const second = await realm.send("alice");
    expect(await realm.heard(5)).toEqual([second]);
    expect(await realm.ids(5)).toEqual([second]);
    expect((await realm.register(5)).unread_msgs.count).toBe(1);
  });

  test("a membership that ended receives nothing more and leaves nothing unread (docs/behaviour/unread.md#what-is-unread)", async ({
    expect,
  }) => {
    const realm = world().realm();
    const first = await realm.send("alice");
    realm.data.setMembership(2, 1, { active: false });
    await realm.send("alice");
    expect(await realm.heard("bob")).toEqual([first]);
    expect(await realm.ids("bob")).toEqual([first]);
    expect((await realm.register("bob")).unread_msgs).toMatchObject({ count: 0, streams: [] });
    const events = await realm.events();
    expect(events.map(({ event }) => event.type)).toEqual([
      "message",
      "update_message_flags",
      "message",
    ]);
    expect(events[1]).toMatchObject({
      audience: { to: "users", ids: [2] },
      event: { op: "add", flag: "read", messages: [first] },
    });
  });

  test("a membership that came back continues with what is new", async ({ expect }) => {
    const realm = world().realm();
    const first = await realm.send("alice");
    realm.data.setMembership(2, 1, { active: false });
    await realm.send("alice");
    realm.data.setMembership(2, 1, { active: true });
    const third = await realm.send("alice");
    expect(await realm.ids("bob")).toEqual([first, third]);
    expect(await realm.flags("bob", third)).toEqual([]);
  });

  test("a membership is carried over once, whoever is told of it first", async ({ expect }) => {
    const realm = world().realm();
    const { pool } = await world().replica();
    realm.data.setMembership(3, 2);
    await Promise.all([realm.ids("carol"), realm.sendThrough(pool, "alice"), realm.ids("bob")]);
    const rows = await world().db.any(sql.type(z.object({ received: z.string() }))`
      select received::text from user_recipient where realm_id = ${realm.id} and user_id = 3`);
    expect(rows).toHaveLength(2);
    for (const { received } of rows) expect(received).toMatch(/^\{\[\d+,\)\}$/);
  });
});
