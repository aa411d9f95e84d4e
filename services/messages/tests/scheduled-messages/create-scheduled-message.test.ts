import { createScheduledMessage, listScheduledMessages } from "@team-chat/contract";
import type { ParamInputs } from "@team-chat/rpc";
import { useWorld } from "@team-chat/testkit";
import { afterEach, describe, test, vi } from "vitest";

import { groups } from "../realm-data.ts";
import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

afterEach(() => {
  world().clock.aheadMs = 0;
});

type Params = ParamInputs<typeof createScheduledMessage.params>;

const inSeconds = () => Math.floor(Date.now() / 1000) + 60;

async function schedule(realm: Realm, userId: number, params: Partial<Params> = {}) {
  const usual = { type: "channel", to: 1, topic: "t", content: "*later*" } as const;
  const all = { ...usual, scheduled_delivery_timestamp: inSeconds(), ...params };
  const answer = await realm.request(userId, createScheduledMessage, all);
  return answer.scheduled_message_id;
}

async function listed(realm: Realm, userId = 1) {
  const answer = await realm.request(userId, listScheduledMessages, {});
  return answer.scheduled_messages;
}

/** Lets the time come, and waits until nothing of the realm waits any more. */
async function passTime(realm: Realm, aheadMs = 65_000) {
  world().clock.aheadMs = aheadMs;
  await vi.waitFor(
    async () => {
      if ((await listed(realm)).some(({ failed }) => !failed)) throw new Error("Not yet.");
    },
    { timeout: 240_000 },
  );
}

describe("a message is not scheduled (docs/behaviour/drafts-and-scheduled.md#scheduled-messages)", () => {
  test.for<readonly [string, Partial<Params>, string]>([
    ["for the past", { scheduled_delivery_timestamp: 5 }, "must be in the future"],
    ["without topic", { topic: undefined }, "Missing topic"],
    ["without content", { content: " " }, "Message must not be empty"],
    ["for nobody", { type: "direct", to: [] }, "Message must have recipients"],
    ["for a user who does not exist", { type: "direct", to: [77] }, "Invalid user ID 77"],
    ["for a list of channels", { to: [1, 2] }, "Expected exactly one channel"],
    ["for a channel that does not exist", { to: 99 }, "Channel with ID '99' does not exist"],
    ["of an unknown type", { type: "shout" as "stream" }, "Invalid type"],
  ])("a message is not scheduled %s", async ([, params, message], { expect }) => {
    const realm = world().realm();
    await expect(schedule(realm, 1, params)).rejects.toThrow(message);
    expect(await listed(realm)).toEqual([]);
    expect(await realm.events()).toEqual([]);
  });

  test("a message is not scheduled where its sender may not post", async ({ expect }) => {
    const realm = world().realm();
    realm.data.setChannel(1, { permissions: { can_send_message_group: groups.nobody } });
    await expect(schedule(realm, 1)).rejects.toThrow("You do not have permission to post");
  });
});

describe("a scheduled message (docs/behaviour/drafts-and-scheduled.md#scheduled-messages)", () => {
  test("a scheduled message is listed, in register, and told to its sender only", async ({
    expect,
  }) => {
    const realm = world().realm();
    const at = inSeconds();
    const id = await schedule(realm, 1, { scheduled_delivery_timestamp: at });
    const shown = {
      scheduled_message_id: id,
      type: "stream",
      to: 1,
      topic: "t",
      content: "*later*",
      rendered_content: "<p><em>later</em></p>",
      scheduled_delivery_timestamp: at,
      failed: false,
    };
    expect(await listed(realm)).toEqual([shown]);
    expect(await listed(realm, 2)).toEqual([]);
    expect((await realm.register("alice")).scheduled_messages).toEqual([shown]);
    const [event] = await realm.eventsOf("scheduled_messages");
    expect(event).toMatchObject({
      audience: { to: "users", ids: [1] },
      event: { op: "add", scheduled_messages: [shown] },
    });
    const self = await schedule(realm, 1, { type: "direct", to: [1] });
    const others = await schedule(realm, 1, { type: "private", to: [3, 2, 1], topic: undefined });
    const direct = (await listed(realm)).filter(({ type }) => type === "private");
    expect(direct.map((one) => [one.scheduled_message_id, one.to])).toEqual([
      [self, [1]],
      [others, [2, 3]],
    ]);
  });

  test("a scheduled message is sent exactly once (docs/behaviour/drafts-and-scheduled.md#delivery-of-scheduled-messages)", async ({
    expect,
  }) => {
    const realm = world().realm();
    await world().replica();
    const ids = [
      await schedule(realm, 1, { read_by_sender: true }),
      await schedule(realm, 1, { type: "direct", to: [2], content: "psst" }),
    ];
    await passTime(realm);
    const { messages } = await realm.fetch("bob", { apply_markdown: false });
    expect(messages.map(({ content, sender_id: sender }) => [sender, content])).toEqual([
      [1, "*later*"],
      [1, "psst"],
    ]);
    expect(await realm.flags("alice", messages[0]?.id ?? 0)).toEqual(["read"]);
    expect(await realm.flags("alice", messages[1]?.id ?? 0)).toEqual([]);
    const announced = await realm.eventsOf("scheduled_messages");
    expect(
      announced.slice(2).map(({ event }) => [event["op"], event["scheduled_message_id"]]),
    ).toEqual(ids.map((id) => ["remove", id]));
    expect((await realm.register("alice")).scheduled_messages).toEqual([]);
    expect(realm.data.asked).toMatchObject([{ userIds: [1], policy: 3 }]);
  });

  test("a scheduled message that may not be sent any more is kept as failed, and its sender told", async ({
    expect,
  }) => {
    const realm = world().realm();
    realm.data.addNotificationBot(9);
    const id = await schedule(realm, 1);
    realm.data.setChannel(1, { permissions: { can_send_message_group: groups.nobody } });
    await passTime(realm);
    expect(await listed(realm)).toMatchObject([{ scheduled_message_id: id, failed: true }]);
    const { messages } = await realm.fetch("alice", { apply_markdown: false });
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatchObject({ sender_id: 9 });
    expect(messages[0]?.content).toContain(
      "was not sent because of the following error:\n\n> You do not have permission to post in this channel.",
    );
    const announced = await realm.eventsOf("scheduled_messages");
    expect(announced.at(-1)?.event).toMatchObject({
      op: "update",
      scheduled_message: { failed: true },
    });
  });

  test("a scheduled message is not sent ten minutes too late", async ({ expect }) => {
    const realm = world().realm();
    realm.data.addNotificationBot(9);
    await schedule(realm, 1);
    await passTime(realm, 720_000);
    const { messages } = await realm.fetch("alice", { apply_markdown: false });
    expect(messages[0]?.content).toContain("Message could not be sent at the scheduled time.");
    expect(await realm.heard("bob")).toEqual([]);
  });

  test("a scheduled message of somebody who left is not sent", async ({ expect }) => {
    const realm = world().realm();
    await schedule(realm, 1);
    realm.data.setUser(1, { isActive: false });
    await passTime(realm);
    expect(await realm.eventsOf("message")).toEqual([]);
    expect(await listed(realm)).toMatchObject([{ failed: true }]);
  });
});
