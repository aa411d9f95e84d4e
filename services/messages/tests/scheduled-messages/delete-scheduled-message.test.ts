import {
  createScheduledMessage,
  deleteScheduledMessage,
  listScheduledMessages,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

const inSeconds = (seconds = 60) => Math.floor(Date.now() / 1000) + seconds;

async function create(realm: Realm): Promise<number> {
  const answer = await realm.request("alice", createScheduledMessage, {
    type: "direct",
    to: [2],
    content: "later",
    scheduled_delivery_timestamp: inSeconds(),
  });
  return answer.scheduled_message_id;
}

function remove(realm: Realm, userId: number, id: number) {
  return realm.request(userId, deleteScheduledMessage, { scheduled_message_id: id });
}

describe("DELETE /scheduled_messages/{id} (docs/behaviour/drafts-and-scheduled.md#scheduled-messages)", () => {
  test("deleting a scheduled message refuses others' and what does not exist alike", async ({
    expect,
  }) => {
    const realm = world().realm();
    const id = await create(realm);
    for (const [user, which] of [
      [2, id],
      [1, id + 1000],
    ] as const)
      await expect(remove(realm, user, which)).rejects.toMatchObject({
        code: "RESOURCE_NOT_FOUND",
        message: "Scheduled message does not exist",
      });
    expect(
      (await realm.request("alice", listScheduledMessages, {})).scheduled_messages,
    ).toHaveLength(1);
  });

  test("deleting a scheduled message removes it and tells its user", async ({ expect }) => {
    const realm = world().realm();
    const id = await create(realm);
    await remove(realm, 1, id);
    expect((await realm.request("alice", listScheduledMessages, {})).scheduled_messages).toEqual(
      [],
    );
    const event = (await realm.eventsOf("scheduled_messages")).at(-1);
    expect(event?.audience).toEqual({ to: "users", ids: [1] });
    expect(event?.event).toEqual({
      type: "scheduled_messages",
      op: "remove",
      scheduled_message_id: id,
    });
    await expect(remove(realm, 1, id)).rejects.toThrow("Scheduled message does not exist");
  });
});
