// Operators (docs/behaviour/narrows.md#operators) beside those in get-messages.test.ts.
import { addReaction, updateMessage } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;
beforeEach(() => {
  realm = world().realm();
});

const not = (operator: string, operand: unknown) => ({ operator, operand, negated: true });
const move = (id: number, topic: string) =>
  realm.request("alice", updateMessage, { message_id: id, topic, propagate_mode: "change_one" });

describe("an operand of the wrong type is refused (docs/behaviour/narrows.md#terms)", () => {
  test.for([
    ["channel", 1.5, "operand is not a string or integer"],
    ["dm", "x".length, "operand is not a string or an integer list"],
    ["dm", ["a"], "operand is not a string or an integer list"],
    ["is", 5, "operand is not a string"],
    ["search", 5, "operand is not a string"],
    ["search", "", "operand cannot be blank."],
  ] as const)(
    "the operand of %s is refused as %j",
    async ([operator, operand, text], { expect }) => {
      const narrow = [["is", "dm"], { operator, operand }];
      await expect(realm.ids("alice", narrow)).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message: `Invalid narrow[1]: Value error, ${text}`,
      });
    },
  );

  test.for([
    ["in", "sight", "unknown 'in' operand sight"],
    ["channels", "secret", "unknown channels operand secret"],
    ["group-pm-with", "nobody@example.com", "unknown user nobody@example.com"],
  ] as const)("%s %s is unknown", async ([operator, operand, desc], { expect }) => {
    await expect(realm.ids("alice", [[operator, operand]])).rejects.toMatchObject({
      code: "BAD_NARROW",
      message: `Invalid narrow operator: ${desc}`,
      details: { desc },
    });
  });
});

describe("muting (docs/behaviour/narrows.md#terms-about-the-reader)", () => {
  /** Messages in topics of every state; channel 2 is muted by user 1. */
  async function topics() {
    realm.data.setMembership(1, 2, { muted: true });
    const ids = {
      plain: await realm.send("bob", { topic: "plain" }),
      muted: await realm.send("bob", { topic: "Muted" }),
      followed: await realm.send("bob", { topic: "Followed" }),
      quiet: await realm.send("bob", { to: "random", topic: "plain" }),
      unmuted: await realm.send("bob", { to: "random", topic: "Unmuted" }),
      heard: await realm.send("bob", { to: "random", topic: "Followed" }),
      direct: await realm.direct("bob", [1]),
    };
    realm.data.setTopicPolicy(1, 1, "muted", 1);
    realm.data.setTopicPolicy(1, 1, "followed", 3);
    realm.data.setTopicPolicy(1, 2, "unmuted", 2);
    realm.data.setTopicPolicy(1, 2, "followed", 3);
    return ids;
  }

  test("muting divides everything into home and muted", async ({ expect }) => {
    const ids = await topics();
    const home = [ids.plain, ids.followed, ids.unmuted, ids.heard, ids.direct];
    const muted = [ids.muted, ids.quiet];
    expect(await realm.ids("alice", [["in", "home"]])).toEqual(home);
    expect(await realm.ids("alice", [not("is", "muted")])).toEqual(home);
    expect(await realm.ids("alice", [["is", "muted"]])).toEqual(muted);
    expect(await realm.ids("alice", [not("in", "home")])).toEqual(muted);
    for (const narrow of [[["in", "all"]], [not("in", "all")], []])
      expect(await realm.ids("alice", narrow)).toEqual(Object.values(ids));
    expect(await realm.ids("bob", [["is", "muted"]])).toEqual([]);
  });

  test("muting goes together with a channel and with what is unread", async ({ expect }) => {
    const ids = await topics();
    await realm.mark("alice", "add", "read", [ids.plain, ids.unmuted]);
    const unread = ["is", "unread"];
    expect(await realm.ids("alice", [["in", "home"], unread])).toEqual([
      ids.followed,
      ids.heard,
      ids.direct,
    ]);
    expect(await realm.ids("alice", [["is", "muted"], unread])).toEqual([ids.muted, ids.quiet]);
    expect(
      await realm.ids("alice", [
        ["channel", "random"],
        ["in", "home"],
      ]),
    ).toEqual([ids.unmuted, ids.heard]);
  });

  test("muting shows topics that are followed", async ({ expect }) => {
    const ids = await topics();
    expect(await realm.ids("alice", [["is", "followed"]])).toEqual([ids.followed, ids.heard]);
    expect(
      await realm.ids("alice", [
        ["is", "followed"],
        ["channel", "random"],
      ]),
    ).toEqual([ids.heard]);
    expect(await realm.ids("alice", [not("is", "followed"), ["channel", "general"]])).toEqual([
      ids.plain,
      ids.muted,
    ]);
    expect(await realm.ids("carol", [["is", "followed"]])).toEqual([]);
  });

  test("the first unread leaves out what is muted, but not in the channel asked for (docs/behaviour/narrows.md#anchors)", async ({
    expect,
  }) => {
    const ids = await topics();
    const first = async (narrow: readonly unknown[]) => {
      const asked = { anchor: "first_unread", num_before: 0, narrow: [...narrow] };
      return (await realm.fetch("alice", asked)).anchor;
    };
    expect(await first([])).toBe(ids.plain);
    await realm.mark("alice", "add", "read", [ids.plain, ids.followed]);
    expect(await first([])).toBe(ids.unmuted);
    expect(await first([["channel", "general"]])).toBe(10_000_000_000_000_000);
    expect(await first([["channel", "random"]])).toBe(ids.quiet);
    expect(await first([["is", "dm"]])).toBe(ids.direct);
  });
});

describe("with (docs/behaviour/narrows.md#with)", () => {
  test("a narrow by with is the conversation that holds the message now", async ({ expect }) => {
    const first = await realm.send("alice", { topic: "lunch" });
    const moved = await realm.send("alice", { topic: "lunch" });
    const other = await realm.send("alice", { topic: "dinner" });
    await move(moved, "dinner");
    const withMoved = { operator: "with", operand: moved };
    const lunch = [
      ["channel", "general"],
      ["topic", "lunch"],
    ];
    const here = async (narrow: readonly unknown[]) =>
      (await realm.ids("alice", narrow)).filter((id) => [first, moved, other].includes(id));
    expect(await here([...lunch, withMoved])).toEqual([moved, other]);
    expect(await here([withMoved])).toEqual([moved, other]);
    expect(await here([["with", String(first)]])).toEqual([first]);
    expect(await here([withMoved, ["id", String(other)]])).toEqual([other]);
    const pair = await realm.direct("alice", [2]);
    expect(
      await realm.ids("alice", [
        ["dm", "user3@example.com"],
        ["with", String(pair)],
      ]),
    ).toEqual([pair]);
  });

  test("a narrow by with needs another conversation when one may not read the message", async ({
    expect,
  }) => {
    const id = await realm.send("alice", { topic: "lunch" });
    const secret = await realm.direct("bob", [3]);
    for (const operand of [String(secret), "999999", "x"]) {
      const lunch = [
        ["channel", "general"],
        ["topic", "lunch"],
        ["with", operand],
      ];
      expect(await realm.ids("alice", lunch)).toEqual([id]);
      await expect(
        realm.ids("alice", [
          ["with", operand],
          ["topic", "lunch"],
        ]),
      ).rejects.toMatchObject({
        code: "BAD_NARROW",
        message: "Invalid narrow operator: Invalid 'with' operator",
      });
    }
    await expect(
      realm.ids("alice", [
        ["with", String(id)],
        ["with", String(id)],
      ]),
    ).rejects.toMatchObject({
      code: "BAD_NARROW",
      message: "Invalid narrow operator combination: Duplicate 'with' operators.",
      details: { desc: "Duplicate 'with' operators." },
    });
  });
});

describe("the reader's flags and reactions (docs/behaviour/narrows.md#terms-about-the-reader)", () => {
  test("the reader's flags and reactions find few among many, also what was added to the history later", async ({
    expect,
  }) => {
    const early = await realm.send("alice", { to: "random", topic: "t" }).catch(() => 0);
    realm.data.setMembership(1, 2);
    const old = await realm.send("alice", { to: "random" });
    const star = await realm.send("alice");
    const called = await realm.send("alice", { content: "@**User 2**" });
    const all = await realm.send("alice", { content: "@**all**" });
    expect(early).toBeGreaterThan(0);
    await realm.mark("bob", "add", "starred", [old, star]);
    expect(await realm.ids("bob", [["is", "starred"]])).toEqual([old, star]);
    expect(
      await realm.ids("bob", [
        ["is", "starred"],
        ["channel", "random"],
      ]),
    ).toEqual([old]);
    expect(await realm.ids("bob", [["is", "mentioned"]])).toEqual([called, all]);
    expect(
      await realm.ids("bob", [
        ["is", "mentioned"],
        ["is", "unread"],
      ]),
    ).toEqual([called, all]);
    await realm.mark("bob", "add", "read", [called]);
    expect(
      await realm.ids("bob", [
        ["is", "mentioned"],
        ["is", "unread"],
      ]),
    ).toEqual([all]);
    expect(await realm.ids("bob", [not("is", "mentioned")])).toEqual([old, star]);
    const asked = { narrow: [["is", "mentioned"]], anchor: "first_unread", num_before: 1 };
    expect(await realm.fetch("bob", asked)).toMatchObject({ anchor: all });
    // What was starred before subscribing stays in the history without its star.
    await realm.mark("bob", "remove", "starred", [old]);
    expect(await realm.ids("bob")).toEqual([old, star, called, all]);
  });

  test("the operand of has:reaction is at least one", async ({ expect }) => {
    const [plain, liked] = [await realm.send("alice"), await realm.send("alice")];
    await realm.request("bob", addReaction, { message_id: liked, emoji_name: "smile" });
    expect(await realm.ids("alice", [["has", "reaction"]])).toEqual([liked]);
    expect(await realm.ids("alice", [not("has", "reaction")])).toEqual([plain]);
  });
});

describe("older names (docs/behaviour/narrows.md#operators)", () => {
  test("older names of operators mean what the newer ones mean", async ({ expect }) => {
    const pair = await realm.direct("alice", [2]);
    const group = await realm.direct("alice", [2, 3]);
    for (const operator of ["group-pm-with", "group_pm_with"]) {
      expect(await realm.ids("alice", [[operator, "user2@example.com"]])).toEqual([group]);
      expect(await realm.ids("alice", [{ operator, operand: 3 }])).toEqual([group]);
    }
    expect(await realm.ids("alice", [["pm_with", "user2@example.com"]])).toEqual([pair]);
    expect(await realm.ids("alice", [{ operator: "dm-including", operand: 1 }])).toEqual([
      pair,
      group,
    ]);
  });
});
