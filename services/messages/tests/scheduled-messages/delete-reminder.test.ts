import { createReminder, deleteReminder, listReminders } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

const inSeconds = (seconds = 60) => Math.floor(Date.now() / 1000) + seconds;

async function create(realm: Realm): Promise<number> {
  realm.data.addNotificationBot(9);
  const message = await realm.send("bob");
  const answer = await realm.request("alice", createReminder, {
    message_id: message,
    scheduled_delivery_timestamp: inSeconds(),
  });
  return answer.reminder_id;
}

function remove(realm: Realm, userId: number, id: number) {
  return realm.request(userId, deleteReminder, { reminder_id: id });
}

describe("DELETE /reminders/{reminder_id} (docs/behaviour/drafts-and-scheduled.md#reminders)", () => {
  test("deleting a reminder refuses others' and what does not exist alike", async ({ expect }) => {
    const realm = world().realm();
    const id = await create(realm);
    for (const [user, which] of [
      [2, id],
      [1, id + 1000],
    ] as const)
      await expect(remove(realm, user, which)).rejects.toMatchObject({
        code: "RESOURCE_NOT_FOUND",
        message: "Reminder does not exist",
      });
    expect((await realm.request("alice", listReminders, {})).reminders).toHaveLength(1);
  });

  test("deleting a reminder removes it and tells its user", async ({ expect }) => {
    const realm = world().realm();
    const id = await create(realm);
    await remove(realm, 1, id);
    expect((await realm.request("alice", listReminders, {})).reminders).toEqual([]);
    const event = (await realm.eventsOf("reminders")).at(-1);
    expect(event?.audience).toEqual({ to: "users", ids: [1] });
    expect(event?.event).toEqual({ type: "reminders", op: "remove", reminder_id: id });
    await expect(remove(realm, 1, id)).rejects.toThrow("Reminder does not exist");
  });
});
