import { addReaction, updateMessage } from "@team-chat/contract";
import type { ParamInputs } from "@team-chat/rpc";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

type Edit = Omit<ParamInputs<typeof updateMessage.params>, "message_id">;

const world = useWorld(() => World.create());

const bot = 9;

function withBot(): Realm {
  const realm = world().realm();
  realm.data.addNotificationBot(bot);
  realm.data.setUser(2, { fullName: "Iago" });
  return realm;
}

function edit(...[realm, id, params]: [Realm, number, Edit]) {
  return realm.request("bob", updateMessage, { message_id: id, ...params });
}

/** Lists the texts of the bot, oldest first. */
async function said(realm: Realm) {
  const { messages } = await realm.fetch("alice", {
    apply_markdown: false,
    allow_empty_topic_name: true,
  });
  return messages
    .filter(({ sender_id: id }) => id === bot)
    .map(({ subject, content, stream_id: channel }) => ({ channel, subject, content }));
}

const resolved = { topic: "✔ t", propagate_mode: "change_all" } as const;
const unresolved = { topic: "t", propagate_mode: "change_all" } as const;

describe("a notice about a move (docs/behaviour/messages.md#notices-about-moves)", () => {
  test("a move leaves no notice when told so, when refused, and in a realm without notification bot", async ({
    expect,
  }) => {
    const realm = withBot();
    const id = await realm.send("alice");
    await edit(realm, id, { topic: "new", send_notification_to_new_thread: false });
    await expect(edit(realm, id, { stream_id: 3 })).rejects.toMatchObject({ code: "BAD_REQUEST" });
    expect(await said(realm)).toEqual([]);
    const other = world().realm();
    const theirs = await other.send("alice");
    await edit(other, theirs, { topic: "new", send_notification_to_old_thread: true });
    expect(await other.eventsOf("message")).toHaveLength(1);
  });

  test("a move of a whole topic leaves a notice", async ({ expect }) => {
    const realm = withBot();
    const id = await realm.send("alice");
    await realm.send("alice");
    const both = { send_notification_to_old_thread: true, send_notification_to_new_thread: true };
    await edit(realm, id, { topic: "new", propagate_mode: "change_all", ...both });
    expect(await said(realm)).toEqual([
      {
        channel: 1,
        subject: "new",
        content: "This topic was moved here from #**general>t** by @_**Iago|2**.",
      },
      {
        channel: 1,
        subject: "t",
        content: "This topic was moved to #**general>new** by @_**Iago|2**.",
      },
    ]);
    const types = (await realm.events()).map(({ event }) => event.type);
    expect(types).toEqual(["message", "message", "update_message", "message", "message"]);
  });

  test("a move of one message or of several leaves a notice", async ({ expect }) => {
    const realm = withBot();
    const ids = [
      await realm.send("alice"),
      await realm.send("alice"),
      await realm.send("alice"),
      await realm.send("alice"),
    ];
    const old = { send_notification_to_old_thread: true };
    await edit(realm, ids[0] ?? 0, { topic: "o.n e", ...old });
    await edit(realm, ids[2] ?? 0, { topic: "two", propagate_mode: "change_later", ...old });
    expect((await said(realm)).map(({ content }) => content)).toEqual([
      `[A message](#narrow/channel/1-general/topic/o.2En.20e/near/${ids[0]}) was moved here from #**general>t** by @_**Iago|2**.`,
      "A message was moved from this topic to #**general>o.n e** by @_**Iago|2**.",
      "3 messages were moved here from #**general>t** by @_**Iago|2**.",
      "3 messages were moved from this topic to #**general>two** by @_**Iago|2**.",
    ]);
  });

  test("a move to another channel leaves a notice there", async ({ expect }) => {
    const realm = withBot();
    realm.data.setMembership(1, 2);
    const id = await realm.send("alice");
    await edit(realm, id, { stream_id: 2 });
    expect(await said(realm)).toEqual([
      {
        channel: 2,
        subject: "t",
        content: "This topic was moved here from #**general>t** by @_**Iago|2**.",
      },
    ]);
  });
});

describe("marking a topic as resolved (docs/behaviour/messages.md#resolving-topics)", () => {
  test("marking a topic as resolved is told in the topic, as is taking the mark away later", async ({
    expect,
  }) => {
    const realm = withBot();
    const id = await realm.send("alice");
    await edit(realm, id, resolved);
    await realm.send("alice", { topic: "✔ t" });
    await edit(realm, id, unresolved);
    expect(await said(realm)).toEqual([
      { channel: 1, subject: "t", content: "@_**Iago|2** has marked this topic as resolved." },
      { channel: 1, subject: "t", content: "@_**Iago|2** has marked this topic as unresolved." },
    ]);
  });

  test("marking a topic as resolved and at once unmarking it leaves no notice", async ({
    expect,
  }) => {
    const realm = withBot();
    const id = await realm.send("alice");
    await edit(realm, id, resolved);
    await edit(realm, id, unresolved);
    expect(await said(realm)).toEqual([]);
    expect(await realm.eventsOf("delete_message")).toHaveLength(1);
    await edit(realm, id, resolved);
    expect(await said(realm)).toHaveLength(1);
  });

  test("unmarking a resolved topic after more than a minute leaves both notices", async ({
    expect,
    onTestFinished,
  }) => {
    const realm = withBot();
    const id = await realm.send("alice");
    await edit(realm, id, resolved);
    onTestFinished(() => {
      world().clock.aheadMs = 0;
    });
    world().clock.aheadMs = 61_000;
    await edit(realm, id, unresolved);
    expect(await said(realm)).toHaveLength(2);
  });

  test("resolving together with a move to another channel is told there", async ({ expect }) => {
    const realm = withBot();
    realm.data.setMembership(1, 2);
    const id = await realm.send("alice");
    await edit(realm, id, { stream_id: 2, topic: "✔ t" });
    expect((await said(realm)).map(({ channel, content }) => [channel, content])).toEqual([
      [2, "@_**Iago|2** has marked this topic as resolved."],
      [2, "This topic was moved here from #**general>t** by @_**Iago|2**."],
    ]);
  });

  test("the notice of a resolved topic is unread for followers who took part, as long as they want it", async ({
    expect,
  }) => {
    const realm = withBot();
    realm.data.setUser(4, { settings: { resolved_topic_notice_auto_read_policy: "always" } });
    const ids = [await realm.send("alice"), await realm.send("carol"), await realm.send("guest")];
    for (const user of [1, 4]) realm.data.setTopicPolicy(user, 1, "t", 3);
    await edit(realm, ids[0] ?? 0, resolved);
    const notice = (await realm.heard("alice")).at(-1) ?? 0;
    expect(await realm.flags("alice", notice)).toEqual([]);
    expect(await realm.flags("carol", notice)).toEqual(["read"]);
    expect(await realm.flags("guest", notice)).toEqual(["read"]);
  });

  test("the notice of a resolved topic is unread only for those who took part and want it", async ({
    expect,
  }) => {
    const realm = withBot();
    for (const id of [1, 2, 3, 4])
      realm.data.setUser(id, { settings: { resolved_topic_notice_auto_read_policy: "never" } });
    const id = await realm.send("alice");
    await realm.request("guest", addReaction, { message_id: id, emoji_name: "heart" });
    await edit(realm, id, resolved);
    const notice = (await realm.heard("alice")).at(-1) ?? 0;
    expect(await realm.flags("alice", notice)).toEqual([]);
    expect(await realm.flags("guest", notice)).toEqual([]);
    expect(await realm.flags("bob", notice)).toEqual(["read"]);
    expect(await realm.flags("carol", notice)).toEqual(["read"]);
    const event = (await realm.eventsOf("message")).at(-1);
    expect(event?.flags).toEqual({ "*": ["read"], "1": [], "4": [] });
  });
});

describe("a message of a muted sender (docs/behaviour/unread.md#muted-topics-and-users)", () => {
  test("a message of a muted sender has been read by those who muted them, and by nobody else", async ({
    expect,
  }) => {
    const realm = world().realm();
    realm.data.setUser(3, { settings: { muted_users: [1] } });
    const ids = [await realm.send("alice"), await realm.direct("alice", [2, 3])];
    const own = await realm.send("carol");
    for (const id of ids) {
      expect(await realm.flags("carol", id)).toEqual(["read"]);
      expect(await realm.flags("bob", id)).toEqual([]);
    }
    expect(await realm.flags("alice", own)).toEqual([]);
    const [event] = await realm.eventsOf("message");
    expect(event?.flags).toEqual({ "3": ["read"] });
    const { unread_msgs: unread } = await realm.register("carol");
    expect(unread.count).toBe(1);
  });

  test("a notice about a move is read together with what its sender had read", async ({
    expect,
  }) => {
    const realm = world().realm();
    realm.data.setUser(3, { settings: { muted_users: [1] } });
    const kept = await realm.send("bob");
    await Promise.all([realm.send("alice", { read_by_sender: true }), realm.send("alice")]);
    const { unread_msgs: unread } = await realm.register("carol");
    expect(unread.streams).toMatchObject([{ unread_message_ids: [kept] }]);
  });
});
