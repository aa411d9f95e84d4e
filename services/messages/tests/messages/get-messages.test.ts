import { getMessages } from "@team-chat/contract";
import { useWorld, withAnyParams } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

const newest = 10_000_000_000_000_000;

describe("fetching is refused (docs/behaviour/narrows.md#fetching-a-page)", () => {
  test.for([
    ["without an anchor", { num_before: 1 }, "Missing 'anchor' argument."],
    ["with an anchor that is none", { anchor: "x" }, "Invalid anchor"],
    ["with a negative number", { anchor: "1", num_after: -1 }, "num_after is too small"],
    [
      "for too many",
      { anchor: "1", num_before: 2501, num_after: 2500 },
      "Too many messages requested (maximum 5000).",
    ],
    [
      "without the anchor in the middle",
      { anchor: "1", num_before: 1, num_after: 1, include_anchor: false },
      "The anchor can only be excluded at an end of the range",
    ],
    [
      "by ids and range at once",
      { message_ids: [1], num_before: 1 },
      "Unsupported parameter combination: num_before, num_after, anchor, message_ids, include_anchor, use_first_unread_anchor",
    ],
  ] as const)("fetching is refused %s", async ([, params, message], { expect }) => {
    const realm = world().realm();
    const asked = realm.request("alice", withAnyParams(getMessages), params);
    await expect(asked).rejects.toThrow(message);
  });

  test.for([
    ["an unknown operator", [["flavour", "sweet"]], "unknown operator flavour"],
    ["an unknown channel", [["channel", "nope"]], "unknown channel nope"],
    ["an unknown sender", [["sender", "a@b.c"]], "unknown user a@b.c"],
    [
      "an unknown person",
      [["dm", "user2@example.com, a@b.c"]],
      "unknown user in user2@example.com, a@b.c",
    ],
    ["an unknown state", [["is", "sweet"]], "unknown 'is' operand sweet"],
    ["an unknown part", [["has", "soul"]], "unknown 'has' operand soul"],
    ["a bad id", [["id", "x"]], "Invalid message ID"],
    [
      "channels and people at once",
      [
        ["channel", "general"],
        ["is", "dm"],
      ],
      "No message can be both a channel message and direct message",
    ],
  ] as const)("fetching is refused with %s in the narrow", async ([, narrow, desc], { expect }) => {
    const realm = world().realm();
    await expect(realm.ids("alice", narrow)).rejects.toMatchObject({
      code: "BAD_NARROW",
      message: `Invalid narrow operator: ${desc}`,
      details: { desc },
    });
  });

  test.for([
    ["a number", [5], "Invalid narrow[0]: Value error, dict or list required"],
    [
      "three strings",
      [["a", "b", "c"]],
      "Invalid narrow[0]: Value error, element is not a string pair",
    ],
    ["no operand", [{ operator: "is" }], "Invalid narrow[0]: Value error, operand is missing"],
    ["no operator", [{ operand: "is" }], "Invalid narrow[0]: Value error, operator is missing"],
  ] as const)(
    "fetching is refused with %s as a filter",
    async ([, narrow, message], { expect }) => {
      await expect(world().realm().ids("alice", narrow)).rejects.toThrow(message);
    },
  );
});

describe("a range (docs/behaviour/narrows.md#anchors)", () => {
  async function fiveMessages() {
    const realm = world().realm();
    const ids: number[] = [];
    for (let count = 0; count < 5; count += 1) ids.push(await realm.send("alice"));
    const at = (index: number) => ids[index] ?? 0;
    const fetch = async (range: object) => {
      const { messages, ...facts } = await realm.request("bob", getMessages, range);
      return { ...facts, found: messages.map(({ id }) => ids.indexOf(id)) };
    };
    return { realm, at, fetch };
  }

  test("a range lies around the anchor, which counts toward neither side", async ({ expect }) => {
    const { at, fetch } = await fiveMessages();
    expect(await fetch({ anchor: String(at(2)), num_before: 1, num_after: 1 })).toMatchObject({
      anchor: at(2),
      found: [1, 2, 3],
      found_anchor: true,
      found_oldest: false,
      found_newest: false,
      history_limited: false,
    });
  });

  test("a range leaves the anchor out when told to", async ({ expect }) => {
    const { at, fetch } = await fiveMessages();
    const range = { anchor: String(at(2)), num_after: 5, include_anchor: false };
    expect(await fetch(range)).toMatchObject({
      found: [3, 4],
      found_anchor: false,
      found_newest: true,
      found_oldest: false,
    });
  });

  test("a range before the newest has no anchor", async ({ expect }) => {
    const { fetch } = await fiveMessages();
    expect(await fetch({ anchor: "newest", num_before: 3 })).toMatchObject({
      anchor: newest,
      found: [2, 3, 4],
      found_anchor: false,
      found_newest: true,
      found_oldest: false,
    });
    expect(await fetch({ anchor: String(newest), num_before: 9 })).toMatchObject({
      found: [0, 1, 2, 3, 4],
      found_oldest: true,
    });
  });

  test("a range after the oldest begins at the oldest", async ({ expect }) => {
    const { fetch } = await fiveMessages();
    expect(await fetch({ anchor: "oldest", num_before: 5, num_after: 2 })).toMatchObject({
      anchor: 0,
      found: [0, 1],
      found_oldest: true,
      found_newest: false,
    });
  });

  test("a range around the first unread begins there, and at the end when all is read", async ({
    expect,
  }) => {
    const { realm, at, fetch } = await fiveMessages();
    await realm.mark("bob", "add", "read", [at(0), at(1), at(3)]);
    const range = { num_before: 1, num_after: 1 };
    expect(await fetch({ anchor: "first_unread", ...range })).toMatchObject({
      anchor: at(2),
      found: [1, 2, 3],
    });
    const older = { anchor: "0", use_first_unread_anchor: true, ...range };
    expect(await fetch(older)).toMatchObject({ anchor: at(2) });
    realm.data.setMembership(2, 1, { muted: true });
    expect(await fetch({ anchor: "first_unread", ...range })).toMatchObject({ anchor: newest });
  });

  test("a range of messages by id has no anchor and leaves out what is not there", async ({
    expect,
  }) => {
    const { realm, at } = await fiveMessages();
    const direct = await realm.direct("alice", [3]);
    const asked = [at(3), 999_999, direct, at(1)];
    const { messages, ...facts } = await realm.fetch("bob", { message_ids: asked });
    expect(messages.map(({ id }) => id)).toEqual([at(1), at(3)]);
    expect(facts).toEqual({
      found_anchor: false,
      found_newest: false,
      found_oldest: false,
      history_limited: false,
    });
  });
});

describe("a message is presented (docs/behaviour/messages.md#fields-of-a-message)", () => {
  test("a message is presented with HTML and a null avatar by default, otherwise as asked", async ({
    expect,
  }) => {
    const realm = world().realm();
    await realm.send("alice", { content: "*hi*", topic: "" });
    const { messages } = await realm.fetch("bob");
    expect(messages[0]).toMatchObject({
      content: "<p><em>hi</em></p>",
      content_type: "text/html",
      avatar_url: null,
      subject: "general chat",
      sender_realm_str: `realm${realm.id}`,
      reactions: [],
      submessages: [],
      topic_links: [],
      is_me_message: false,
    });
    const asked = { apply_markdown: false, client_gravatar: false, allow_empty_topic_name: true };
    const { messages: others } = await realm.fetch("bob", asked);
    expect(others[0]).toMatchObject({
      content: "*hi*",
      content_type: "text/x-markdown",
      avatar_url: "https://avatars.example/1",
      subject: "",
    });
  });
});

describe("a narrow (docs/behaviour/narrows.md#operators)", () => {
  test("a narrow finds exactly what matches", async ({ expect }) => {
    const realm = world().realm();
    realm.data.setMembership(1, 2);
    const lunch = await realm.send("alice", { topic: "Lunch" });
    const link = await realm.send("bob", { topic: "", content: "https://x.y" });
    const done = await realm.send("alice", { topic: "✔ lunch" });
    const random = await realm.send("alice", { to: "random", topic: "lunch" });
    const pair = await realm.direct("alice", [2]);
    const group = await realm.direct("bob", [1, 3]);
    const self = await realm.direct("alice", [1]);
    const all = [lunch, link, done, random, pair, group, self];
    const cases: readonly (readonly [unknown[], number[]])[] = [
      [[], all],
      [[["channel", "GENERAL"]], [lunch, link, done]],
      [[{ operator: "stream", operand: 1 }], [lunch, link, done]],
      [[{ operator: "channel", operand: "general", negated: true }], [random, pair, group, self]],
      [[["channels", "public"]], [lunch, link, done, random]],
      [[["streams", "web-public"]], []],
      [[["topic", "lunch"]], [lunch, random]],
      [[["topic", "general chat"]], [link]],
      [
        [
          ["channel", "general"],
          ["topic", "LUNCH"],
        ],
        [lunch],
      ],
      [[{ operator: "dm", operand: [2] }], [pair]],
      [[["pm-with", "user2@example.com, user1@example.com"]], [pair]],
      [[{ operator: "dm", operand: [1] }], [self]],
      [[{ operator: "dm", operand: [2, 3, 1] }], [group]],
      [[{ operator: "dm", operand: [] }], []],
      [[{ operator: "dm", operand: [4] }], []],
      [[{ operator: "dm-including", operand: 2 }], [pair, group]],
      [[["is", "dm"]], [pair, group, self]],
      [[{ operator: "is", operand: "private", negated: true }], [lunch, link, done, random]],
      [[["sender", "user2@example.com"]], [link, group]],
      [[{ operator: "sender", operand: 2, negated: true }], [lunch, done, random, pair, self]],
      [[["is", "resolved"]], [done]],
      [[["has", "link"]], [link]],
      [[["id", String(random)]], [random]],
      [
        [
          ["near", "5"],
          ["is", "dm"],
        ],
        [pair, group, self],
      ],
    ];
    for (const [narrow, found] of cases)
      expect(await realm.ids("alice", narrow), JSON.stringify(narrow)).toEqual(found);
  });

  test("a narrow by flags speaks of the reader's own", async ({ expect }) => {
    const realm = world().realm();
    const named = await realm.send("alice", { content: "@**User 2**" });
    const everyone = await realm.send("alice", { content: "@**all**" });
    const plain = await realm.send("alice");
    await realm.mark("bob", "add", "read", [named]);
    await realm.mark("bob", "add", "starred", [plain]);
    expect(await realm.ids("bob", [["is", "mentioned"]])).toEqual([named, everyone]);
    expect(await realm.ids("bob", [["is", "starred"]])).toEqual([plain]);
    expect(await realm.ids("bob", [["is", "unread"]])).toEqual([everyone, plain]);
    const narrow = [{ operator: "is", operand: "unread", negated: true }];
    expect(await realm.ids("bob", narrow)).toEqual([named]);
    expect(await realm.ids("carol", [["is", "starred"]])).toEqual([]);
  });
});
