import {
  createScheduledMessage,
  listScheduledMessages,
  updateScheduledMessage,
} from "@team-chat/contract";
import type { ParamInputs } from "@team-chat/rpc";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

const inSeconds = (seconds = 60) => Math.floor(Date.now() / 1000) + seconds;

type Change = Omit<ParamInputs<typeof updateScheduledMessage.params>, "scheduled_message_id">;

async function schedule(realm: Realm): Promise<number> {
  const answer = await realm.request("alice", createScheduledMessage, {
    type: "channel",
    to: 1,
    topic: "t",
    content: "later",
    scheduled_delivery_timestamp: inSeconds(),
  });
  return answer.scheduled_message_id;
}

function change(...[realm, userId, id, params]: [Realm, number, number, Change]) {
  return realm.request(userId, updateScheduledMessage, { scheduled_message_id: id, ...params });
}

async function listed(realm: Realm) {
  return (await realm.request("alice", listScheduledMessages, {})).scheduled_messages;
}

describe("PATCH /scheduled_messages/{id} (docs/behaviour/drafts-and-scheduled.md#scheduled-messages)", () => {
  test.for<readonly [string, Change, string]>([
    ["nothing", {}, "Nothing to change"],
    [
      "the type without recipients",
      { type: "direct" },
      "Recipient required when updating type of scheduled message.",
    ],
    [
      "the type without topic",
      { type: "channel", to: 2 },
      "Topic required when updating scheduled message type to channel.",
    ],
    ["the time to the past", { scheduled_delivery_timestamp: 9 }, "must be in the future"],
    ["the channel to an unknown one", { to: 99 }, "Channel with ID '99' does not exist"],
    ["the content to none", { content: "" }, "Message must not be empty"],
  ])("changing a scheduled message refuses %s", async ([, params, message], { expect }) => {
    const realm = world().realm();
    const id = await schedule(realm);
    const before = await listed(realm);
    await expect(change(realm, 1, id, params)).rejects.toThrow(message);
    expect(await listed(realm)).toEqual(before);
  });

  test("changing a scheduled message refuses others' and what does not exist alike", async ({
    expect,
  }) => {
    const realm = world().realm();
    const id = await schedule(realm);
    for (const [user, which] of [
      [2, id],
      [1, id + 1000],
    ] as const)
      await expect(change(realm, user, which, { content: "x" })).rejects.toMatchObject({
        code: "RESOURCE_NOT_FOUND",
        message: "Scheduled message does not exist",
      });
  });

  test("changing a scheduled message changes what is given and tells its sender", async ({
    expect,
  }) => {
    const realm = world().realm();
    const id = await schedule(realm);
    const at = inSeconds(500);
    await change(realm, 1, id, { content: "**new**", scheduled_delivery_timestamp: at });
    const shown = {
      scheduled_message_id: id,
      type: "stream",
      to: 1,
      topic: "t",
      content: "**new**",
      rendered_content: "<p><strong>new</strong></p>",
      scheduled_delivery_timestamp: at,
      failed: false,
    };
    expect(await listed(realm)).toEqual([shown]);
    const event = (await realm.eventsOf("scheduled_messages")).at(-1);
    expect(event).toMatchObject({
      audience: { to: "users", ids: [1] },
      event: { op: "update", scheduled_message: shown },
    });
    await change(realm, 1, id, { topic: "other", to: 2 });
    expect(await listed(realm)).toMatchObject([{ to: 2, topic: "other" }]);
    await change(realm, 1, id, { type: "direct", to: [3] });
    expect(await listed(realm)).toMatchObject([{ type: "private", to: [3] }]);
  });
});
