import { updateMessageFlags } from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { afterAll, beforeAll, describe, test } from "vitest";
import { z } from "zod";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

let world: World;

beforeAll(async () => {
  world = await World.create();
});

afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

async function flagEvents(realm: Realm) {
  const events = await realm.events();
  return events.filter(({ event }) => event.type === "update_message_flags");
}

describe("a change of flags is refused and nothing changed (docs/behaviour/messages.md#changing-flags)", () => {
  test.for([
    ["for an unknown flag", { op: "add", flag: "shiny" }, "Invalid flag: 'shiny'"],
    [
      "for the sum of two flags",
      { op: "add", flag: "wildcard_mentioned" },
      "Invalid flag: 'wildcard_mentioned'",
    ],
    [
      "for a flag that follows from the message",
      { op: "add", flag: "mentioned" },
      "Flag not editable: 'mentioned'",
    ],
    [
      "for an unknown operation",
      { op: "flip", flag: "read" },
      "Invalid message flag operation: 'flip'",
    ],
  ] as const)("a change of flags is refused %s", async ([, change, message], { expect }) => {
    const realm = world.realm();
    const id = await realm.send(1);
    const asked = realm.request(2, updateMessageFlags, { ...change, messages: [id] });
    await expect(asked).rejects.toThrow(message);
    expect(await realm.flags(2, id)).toEqual([]);
    expect(await flagEvents(realm)).toEqual([]);
  });

  test("flags of messages that the caller may not read, or that do not exist, cannot be changed", async ({
    expect,
  }) => {
    const realm = world.realm();
    const mine = await realm.send(1);
    const direct = await realm.direct(1, [3]);
    for (const id of [direct, 999_999]) {
      await expect(realm.mark(2, "add", "starred", [mine, id])).rejects.toThrow(
        "Invalid message(s)",
      );
    }
    expect(await realm.flags(2, mine)).toEqual([]);
    expect(await flagEvents(realm)).toEqual([]);
  });
});

describe("reading (docs/behaviour/messages.md#changing-flags)", () => {
  test("reading changes what was unread, and tells that user alone (docs/behaviour/messages.md#flag-events)", async ({
    expect,
  }) => {
    const realm = world.realm();
    const first = await realm.send(1);
    const second = await realm.send(1);
    await realm.mark(2, "add", "read", [first]);
    const answer = await realm.mark(2, "add", "read", [second, first, 999_999]);
    expect(answer).toMatchObject({
      messages: [second, first, 999_999],
      ignored_because_not_subscribed_channels: [],
    });
    expect(await realm.flags(2, second)).toEqual(["read"]);
    expect(await realm.flags(3, second)).toEqual([]);
    const [, last] = await flagEvents(realm);
    expect(last).toMatchObject({
      audience: { to: "users", ids: [2] },
      event: { op: "add", operation: "add", flag: "read", messages: [second], all: false },
    });
    expect(last?.event).not.toHaveProperty("message_details");
  });

  test("reading leaves one range however many messages are read one after the other", async ({
    expect,
  }) => {
    const realm = world.realm();
    const ids: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      ids.push(await realm.send(1));
      await realm.send(1, { to: "random" });
    }
    for (const id of ids) await realm.mark(2, "add", "read", [id]);
    const read = await world.db.oneFirst(sql.type(z.object({ read: z.string() }))`
      select read::text from user_recipient where realm_id = ${realm.id} and user_id = 2`);
    expect(read).toBe(`{[1,${(ids.at(-1) ?? 0) + 1})}`);
  });

  test("reading is taken back where one is subscribed, with details (docs/behaviour/unread.md#marking-as-unread)", async ({
    expect,
  }) => {
    const realm = world.realm();
    const here = await realm.send(1, { content: "@**User 2**", topic: "t" });
    const direct = await realm.direct(1, [2]);
    const outside = await realm.send(1, { to: "random" });
    await realm.mark(2, "add", "read", [here, direct]);
    const answer = await realm.mark(2, "remove", "read", [here, direct, outside]);
    expect(answer.ignored_because_not_subscribed_channels).toEqual([2]);
    expect(await realm.flags(2, here)).toEqual(["mentioned"]);
    expect(await realm.flags(2, direct)).toEqual([]);
    const events = await flagEvents(realm);
    expect(events.at(-1)?.event).toMatchObject({
      op: "remove",
      messages: [here, direct],
      message_details: {
        [here]: { type: "stream", stream_id: 1, topic: "t", mentioned: true },
        [direct]: { type: "private", user_ids: [1] },
      },
    });
  });

  test("reading can be taken back for what came before subscribing", async ({ expect }) => {
    const realm = world.realm();
    const id = await realm.send(1, { to: "random" });
    realm.data.setMembership(2, 2);
    await realm.mark(2, "remove", "read", [id]);
    expect(await realm.flags(2, id)).toEqual(["historical"]);
    expect((await realm.register(2)).unread_msgs.count).toBe(1);
  });
});

describe("starring (docs/behaviour/messages.md#changing-flags)", () => {
  test("starring adds and removes a flag of one's own", async ({ expect }) => {
    const realm = world.realm();
    const id = await realm.send(1);
    await realm.mark(2, "add", "starred", [id]);
    await realm.mark(2, "add", "collapsed", [id]);
    expect(await realm.flags(2, id)).toEqual(["starred", "collapsed"]);
    expect((await realm.register(2)).starred_messages).toEqual([id]);
    await realm.mark(2, "remove", "starred", [id]);
    await realm.mark(2, "remove", "starred", [id]);
    expect(await realm.flags(2, id)).toEqual(["collapsed"]);
    const events = await flagEvents(realm);
    expect(events.map(({ event }) => event["messages"])).toEqual([[id], [id], [id], []]);
  });

  test("starring brings a message from other people into one's history", async ({ expect }) => {
    const realm = world.realm();
    const id = await realm.send(1, { to: "random" });
    await realm.mark(2, "add", "starred", [id]);
    expect(await realm.ids(2)).toEqual([id]);
    expect(await realm.ids(2, [["is", "starred"]])).toEqual([id]);
    expect(await realm.flags(2, id)).toEqual(["read", "starred", "historical"]);
  });
});

test("sends and reads at the same time do not deadlock (docs/behaviour/messages.md#changing-flags)", async ({
  expect,
}) => {
  const realm = world.realm();
  const ids = await Promise.all(Array.from({ length: 10 }, () => realm.send(1)));
  await Promise.all(
    ids.flatMap((id) => [
      realm.send(2, { read_by_sender: true }),
      realm.mark(2, "add", "read", [id]),
      realm.mark(1, "add", "starred", [id]),
    ]),
  );
  expect((await realm.register(2)).unread_msgs.count).toBe(0);
});
