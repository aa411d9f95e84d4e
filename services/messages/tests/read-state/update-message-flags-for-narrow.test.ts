import { updateMessageFlagsForNarrow } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

function mark(...[realm, userId, params]: [Realm, number, Record<string, unknown>]) {
  const range = { anchor: "oldest", num_before: 0, num_after: 1000, op: "add", flag: "read" };
  return realm.request(userId, updateMessageFlagsForNarrow, { ...range, ...params });
}

describe("a change of flags in a narrow is refused (docs/behaviour/messages.md#flags-in-a-narrow)", () => {
  test.for([
    ["for an unknown flag", { flag: "shiny" }, "Invalid flag: 'shiny'"],
    ["for a fixed flag", { flag: "mentioned" }, "Flag not editable: 'mentioned'"],
    ["for an unknown operation", { op: "flip" }, "Invalid message flag operation: 'flip'"],
    ["without a valid anchor", { anchor: "middle" }, "Invalid anchor"],
    ["with a negative number", { num_after: -1 }, "num_after"],
    ["with an unknown operator", { narrow: [["colour", "red"]] }, "unknown operator colour"],
  ] as const)(
    "a change of flags in a narrow is refused %s",
    async ([, params, message], { expect }) => {
      const realm = world().realm();
      await realm.send("alice");
      await expect(mark(realm, 2, params)).rejects.toThrow(message);
      expect(await realm.eventsOf("update_message_flags")).toEqual([]);
    },
  );
});

describe("a change of flags in a narrow (docs/behaviour/messages.md#flags-in-a-narrow)", () => {
  test("a change of flags in a narrow goes on in steps until the newest message is found", async ({
    expect,
  }) => {
    const realm = world().realm();
    const ids = [await realm.send("alice"), await realm.send("alice"), await realm.send("alice")];
    await realm.send("alice", { topic: "other" });
    await realm.mark("bob", "add", "read", ids.slice(0, 1));
    const narrow = [{ operator: "topic", operand: "t" }];
    const first = await mark(realm, 2, { narrow, num_after: 2 });
    expect(first).toMatchObject({
      processed_count: 2,
      updated_count: 1,
      first_processed_id: ids[0],
      last_processed_id: ids[1],
      found_oldest: true,
      found_newest: false,
      ignored_because_not_subscribed_channels: [],
    });
    const anchor = String(first.last_processed_id);
    const rest = await mark(realm, 2, { narrow, anchor, include_anchor: false });
    expect(rest).toMatchObject({ processed_count: 1, updated_count: 1, found_newest: true });
    const events = await realm.eventsOf("update_message_flags");
    expect(events.map(({ event }) => event["messages"])).toEqual([[ids[0]], [ids[1]], [ids[2]]]);
    expect(events.at(-1)?.audience).toEqual({ to: "users", ids: [2] });
    expect((await realm.register("bob")).unread_msgs.count).toBe(1);
  });

  test("a change of flags in a narrow of nothing says so", async ({ expect }) => {
    const realm = world().realm();
    expect(await mark(realm, 2, { anchor: "first_unread", num_before: 5 })).toMatchObject({
      processed_count: 0,
      first_processed_id: null,
      last_processed_id: null,
      found_newest: true,
    });
  });

  test("a change of flags in a narrow can be taken back, except where one is not subscribed", async ({
    expect,
  }) => {
    const realm = world().realm();
    const here = await realm.send("alice");
    await realm.send("alice", { to: "random" });
    await mark(realm, 2, {});
    const narrow = [["channels", "public"]];
    const answer = await mark(realm, 2, { op: "remove", narrow });
    expect(answer).toMatchObject({
      processed_count: 2,
      updated_count: 1,
      ignored_because_not_subscribed_channels: [2],
    });
    expect(await realm.ids("bob", [["is", "unread"]])).toEqual([here]);
    const starred = await mark(realm, 2, { flag: "starred", narrow: [["channel", "general"]] });
    expect(starred.updated_count).toBe(1);
    expect((await realm.register("bob")).starred_messages).toEqual([here]);
  });
});
