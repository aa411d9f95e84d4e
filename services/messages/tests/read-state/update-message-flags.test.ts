import { updateMessageFlags } from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";
import { z } from "zod";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

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
    const realm = world().realm();
    const id = await realm.send("alice");
    const asked = realm.request("bob", updateMessageFlags, { ...change, messages: [id] });
    await expect(asked).rejects.toThrow(message);
    expect(await realm.flags("bob", id)).toEqual([]);
    expect(await flagEvents(realm)).toEqual([]);
  });

  test("flags of messages that the caller may not read, or that do not exist, cannot be changed", async ({
    expect,
  }) => {
    const realm = world().realm();
    const mine = await realm.send("alice");
    const direct = await realm.direct("alice", [3]);
    for (const id of [direct, 999_999]) {
      await expect(realm.mark("bob", "add", "starred", [mine, id])).rejects.toThrow(
        "Invalid message(s)",
      );
    }
    expect(await realm.flags("bob", mine)).toEqual([]);
    expect(await flagEvents(realm)).toEqual([]);
  });
});

describe("reading (docs/behaviour/messages.md#changing-flags)", () => {
  test("reading changes what was unread, and tells that user alone (docs/behaviour/messages.md#flag-events)", async ({
    expect,
  }) => {
    const realm = world().realm();
    const first = await realm.send("alice");
    const second = await realm.send("alice");
    await realm.mark("bob", "add", "read", [first]);
    const answer = await realm.mark("bob", "add", "read", [second, first, 999_999]);
    expect(answer).toMatchObject({
      messages: [second, first, 999_999],
      ignored_because_not_subscribed_channels: [],
    });
    expect(await realm.flags("bob", second)).toEqual(["read"]);
    expect(await realm.flags("carol", second)).toEqual([]);
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
    const realm = world().realm();
    const ids: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      ids.push(await realm.send("alice"));
      await realm.send("alice", { to: "random" });
    }
    for (const id of ids) await realm.mark("bob", "add", "read", [id]);
    const read = await world().db.oneFirst(sql.type(z.object({ read: z.string() }))`
      select read::text from user_recipient where realm_id = ${realm.id} and user_id = 2`);
    expect(read).toBe(`{[1,${(ids.at(-1) ?? 0) + 1})}`);
  });

  test("reading is taken back where one is subscribed, with details (docs/behaviour/unread.md#marking-as-unread)", async ({
    expect,
  }) => {
    const realm = world().realm();
    const here = await realm.send("alice", { content: "@**User 2**", topic: "t" });
    const direct = await realm.direct("alice", [2]);
    const outside = await realm.send("alice", { to: "random" });
    await realm.mark("bob", "add", "read", [here, direct]);
    const answer = await realm.mark("bob", "remove", "read", [here, direct, outside]);
    expect(answer.ignored_because_not_subscribed_channels).toEqual([2]);
    expect(await realm.flags("bob", here)).toEqual(["mentioned"]);
    expect(await realm.flags("bob", direct)).toEqual([]);
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
    const realm = world().realm();
    const id = await realm.send("alice", { to: "random" });
    realm.data.setMembership(2, 2);
    await realm.mark("bob", "remove", "read", [id]);
    expect(await realm.flags("bob", id)).toEqual(["historical"]);
    expect((await realm.register("bob")).unread_msgs.count).toBe(1);
  });
});

describe("starring (docs/behaviour/messages.md#changing-flags)", () => {
  test("starring adds and removes a flag of one's own", async ({ expect }) => {
    const realm = world().realm();
    const id = await realm.send("alice");
    await realm.mark("bob", "add", "starred", [id]);
    await realm.mark("bob", "add", "collapsed", [id]);
    expect(await realm.flags("bob", id)).toEqual(["starred", "collapsed"]);
    expect((await realm.register("bob")).starred_messages).toEqual([id]);
    await realm.mark("bob", "remove", "starred", [id]);
    await realm.mark("bob", "remove", "starred", [id]);
    expect(await realm.flags("bob", id)).toEqual(["collapsed"]);
    const events = await flagEvents(realm);
    expect(events.map(({ event }) => event["messages"])).toEqual([[id], [id], [id], []]);
  });

  test("starring brings a message from other people into one's history", async ({ expect }) => {
    const realm = world().realm();
    const id = await realm.send("alice", { to: "random" });
    await realm.mark("bob", "add", "starred", [id]);
    expect(await realm.ids("bob")).toEqual([id]);
    expect(await realm.ids("bob", [["is", "starred"]])).toEqual([id]);
    expect(await realm.flags("bob", id)).toEqual(["read", "starred", "historical"]);
  });
});

test("sends and reads at the same time do not deadlock (docs/behaviour/messages.md#changing-flags)", async ({
  expect,
}) => {
  const realm = world().realm();
  const ids = await Promise.all(Array.from({ length: 10 }, () => realm.send("alice")));
  await Promise.all(
    ids.flatMap((id) => [
      realm.send("bob", { read_by_sender: true }),
      realm.mark("bob", "add", "read", [id]),
      realm.mark("alice", "add", "starred", [id]),
    ]),
  );
  expect((await realm.register("bob")).unread_msgs.count).toBe(0);
});
