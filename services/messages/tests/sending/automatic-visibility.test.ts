import { addReaction, deleteMessage, sendMessage, updateMessage } from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";
import { z } from "zod";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

/** Counts the calls of channels that are still to be made. */
function pendingCallsOf(realm: Realm): Promise<number> {
  return world().db.oneFirst(
    sql.type(
      z.object({ count: z.number() }),
    )`select count(*)::int as count from errand where realm_id = ${realm.id}`,
  );
}

interface Case {
  readonly follow?: number;
  readonly unmute?: number;
  readonly muted?: boolean;
  readonly policy?: number;
}

/** Sends as user 1 with these settings; `topic` has a message of user 2 unless told otherwise. */
async function send(realm: Realm, { follow, unmute, muted, policy }: Case, topic = "t") {
  realm.data.setUser(1, {
    settings: {
      ...(follow === undefined ? {} : { automatically_follow_topics_policy: follow }),
      ...(unmute === undefined
        ? {}
        : { automatically_unmute_topics_in_muted_streams_policy: unmute }),
    },
  });
  if (muted === true) realm.data.setMembership(1, 1, { muted: true });
  if (policy !== undefined) realm.data.setTopicPolicy(1, 1, topic, policy);
  const message = { type: "channel", to: "general", topic, content: "hi" } as const;
  const answer = await realm.request("alice", sendMessage, message);
  return answer.automatic_new_visibility_policy;
}

async function startedRealm(): Promise<Realm> {
  const realm = world().realm();
  realm.data.setUser(2, { settings: { automatically_follow_topics_policy: 4 } });
  await realm.send("bob");
  return realm;
}

describe("the sender's preference for the topic (docs/behaviour/messages.md#automatic-topic-preferences)", () => {
  test.for<readonly [Case, number | undefined]>([
    [{ follow: 1 }, 3],
    [{ follow: 2 }, 3],
    [{ follow: 2, policy: 1 }, 3],
    [{ follow: 2, policy: 2 }, 3],
    [{ follow: 2, policy: 3 }, undefined],
    [{ follow: 3 }, undefined],
    [{ follow: 4 }, undefined],
    [{ muted: true }, 2],
    [{ muted: true, unmute: 1, follow: 4 }, 2],
    [{ muted: true, unmute: 2, policy: 2 }, undefined],
    [{ muted: true, unmute: 3 }, undefined],
    [{ muted: true, unmute: 4 }, undefined],
    [{ muted: true, follow: 2 }, 3],
    [{ unmute: 1, follow: 4 }, undefined],
  ])(
    "a sender's preference in a topic with messages becomes what the rules say: %o gives %o",
    async ([facts, expected], { expect }) => {
      const realm = await startedRealm();
      expect(await send(realm, facts)).toBe(expected);
      const change = { userIds: [1], policy: expected, keepMuted: false };
      expect(realm.data.asked).toEqual(
        expected === undefined ? [] : [{ realmId: realm.id, channelId: 1, topic: "t", ...change }],
      );
    },
  );

  test.for<readonly [Case, number | undefined]>([
    [{}, 3],
    [{ follow: 4 }, undefined],
    [{ follow: 3, policy: 1 }, undefined],
    [{ follow: 4, muted: true, unmute: 3 }, 2],
    [{ follow: 3, muted: true, unmute: 3 }, 3],
  ])(
    "a sender's preference in a topic without messages becomes what the rules say: %o gives %o",
    async ([facts, expected], { expect }) => {
      expect(await send(world().realm(), facts, "new")).toBe(expected);
    },
  );

  test("a topic counts as new again for the sender's preference when all its messages are gone", async ({
    expect,
  }) => {
    const realm = await startedRealm();
    const id = await realm.send("bob", { topic: "u" });
    realm.data.setSetting("can_delete_own_message_group", 11);
    await realm.request("bob", deleteMessage, { message_id: id });
    const moved = await realm.send("bob", { topic: "v" });
    await realm.request("bob", updateMessage, { message_id: moved, topic: "w" });
    expect(await send(realm, {}, "u")).toBe(3);
    expect(await send(realm, {}, "v")).toBe(3);
    expect(await send(realm, {}, "w")).toBe(undefined);
  });

  test("a topic counts as new for the sender's preference that has only messages the sender may not read", async ({
    expect,
  }) => {
    const realm = world().realm();
    realm.data.setChannel(1, { isPrivate: true, historyPublicToSubscribers: false });
    realm.data.setMembership(1, 1, { active: false });
    realm.data.setUser(2, { settings: { automatically_follow_topics_policy: 4 } });
    await realm.send("bob");
    realm.data.setMembership(1, 1, { active: true });
    expect(await send(realm, {})).toBe(3);
    realm.data.setTopicPolicy(1, 1, "t", 0);
    expect(await send(realm, {})).toBe(undefined);
  });

  test("the sender's preference stays for bots, and with direct messages", async ({ expect }) => {
    const realm = world().realm();
    realm.data.setUser(1, { isBot: true });
    await realm.send("alice");
    await realm.direct("bob", [3]);
    expect(realm.data.asked).toEqual([]);
  });

  test("nothing is sent while the sender's preference cannot be changed without channels", async ({
    expect,
  }) => {
    const realm = world().realm();
    realm.data.refusal = "SERVICE_UNAVAILABLE";
    await expect(realm.send("alice")).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    expect(await realm.eventsOf("message")).toEqual([]);
  });
});

describe("preferences of those who are mentioned (docs/behaviour/messages.md#automatic-topic-preferences)", () => {
  test("people who are mentioned follow the topic, unless they muted it, left, are bots or do not want it", async ({
    expect,
  }) => {
    const realm = await startedRealm();
    realm.data.setUser(1, { settings: { automatically_follow_topics_policy: 4 } });
    realm.data.setUser(4, { settings: { automatically_follow_topics_where_mentioned: false } });
    for (const id of [5, 6, 7]) realm.data.setUser(id, { isBot: id === 6 });
    realm.data.setMembership(6, 1);
    realm.data.setMembership(7, 1);
    realm.data.setTopicPolicy(7, 1, "t", 1);
    realm.data.setTopicPolicy(3, 1, "t", 2);
    const mentions = [2, 3, 4, 5, 6, 7].map((id) => `@**User ${id}**`);
    await realm.send("alice", { content: mentions.join(" ") });
    expect(realm.data.asked).toMatchObject([{ userIds: [2, 3], policy: 3, keepMuted: true }]);
  });
});

describe("taking part in a topic (docs/behaviour/messages.md#automatic-topic-preferences)", () => {
  test("reacting follows or unmutes a topic for those who want that", async ({ expect }) => {
    const realm = await startedRealm();
    const [id] = await realm.ids("alice");
    realm.data.setUser(1, { settings: { automatically_follow_topics_policy: 1 } });
    for (const user of [1, 3])
      await realm.request(user, addReaction, { message_id: id ?? 0, emoji_name: "heart" });
    expect(realm.data.asked).toMatchObject([{ userIds: [1], policy: 3, keepMuted: false }]);
  });

  test.for(["SERVICE_UNAVAILABLE", "UNAUTHORIZED", "NOT_FOUND"] as const)(
    "a reaction's preference is kept while channels answers %s, as while it is down or its releases change",
    async (code, { expect }) => {
      const realm = await startedRealm();
      const [id] = await realm.ids("alice");
      realm.data.setUser(1, { settings: { automatically_follow_topics_policy: 1 } });
      realm.data.refusal = code;
      await realm.request("alice", addReaction, { message_id: id ?? 0, emoji_name: "heart" });
      expect(await pendingCallsOf(realm)).toBe(1);
      realm.data.refusal = null;
      await expect.poll(() => realm.data.asked.length).toBe(1);
      await expect.poll(() => pendingCallsOf(realm)).toBe(0);
    },
  );

  test("a preference that channels refuses for good does not keep back what comes after", async ({
    expect,
  }) => {
    const realm = await startedRealm();
    const [id] = await realm.ids("alice");
    for (const user of [1, 2])
      realm.data.setUser(user, { settings: { automatically_follow_topics_policy: 1 } });
    realm.data.refusal = "BAD_REQUEST";
    await realm.request("alice", addReaction, { message_id: id ?? 0, emoji_name: "heart" });
    expect(await pendingCallsOf(realm)).toBe(0);
    realm.data.refusal = null;
    await realm.request("bob", addReaction, { message_id: id ?? 0, emoji_name: "heart" });
    expect(realm.data.asked).toMatchObject([{ userIds: [2] }]);
  });
});

describe("preferences for a moved topic (docs/behaviour/subscriptions.md#preferences-that-move)", () => {
  test("preferences for a moved topic go with its last message, and say whether the new topic had any", async ({
    expect,
  }) => {
    const realm = await startedRealm();
    await realm.send("bob", { topic: "there" });
    const ids = [await realm.send("bob", { topic: "u" }), await realm.send("bob", { topic: "u" })];
    await realm.request("bob", updateMessage, { message_id: ids[0] ?? 0, topic: "there" });
    expect(realm.data.asked).toEqual([]);
    await realm.request("bob", updateMessage, { message_id: ids[1] ?? 0, topic: "there" });
    await realm.request("bob", updateMessage, {
      message_id: ids[1] ?? 0,
      topic: "fresh",
      propagate_mode: "change_all",
    });
    const at = (topic: string) => ({ channelId: 1, topic });
    expect(realm.data.asked).toMatchObject([
      { from: at("u"), to: at("there"), isMerge: true },
      { from: at("there"), to: at("fresh"), isMerge: false },
    ]);
  });
});
