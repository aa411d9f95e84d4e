import { createReminder, deleteReminder, listReminders } from "@team-chat/contract";
import { afterAll, beforeAll, describe, test } from "vitest";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

let world: World;

beforeAll(async () => {
  world = await World.create();
});

afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

const soon = (seconds = 60) => Math.floor(Date.now() / 1000) + seconds;

async function create(realm: Realm): Promise<number> {
  realm.data.addNotificationBot(9);
  const message = await realm.send(2);
  const answer = await realm.request(1, createReminder, {
    message_id: message,
    scheduled_delivery_timestamp: soon(),
  });
  return answer.reminder_id;
}

function remove(realm: Realm, userId: number, id: number) {
  return realm.request(userId, deleteReminder, { reminder_id: id });
}

describe("DELETE /reminders/{reminder_id} (docs/behaviour/drafts-and-scheduled.md#reminders)", () => {
  test("deleting a reminder refuses others' and what does not exist alike", async ({ expect }) => {
    const realm = world.realm();
    const id = await create(realm);
    for (const [user, which] of [
      [2, id],
      [1, id + 1000],
    ] as const)
      await expect(remove(realm, user, which)).rejects.toMatchObject({
        code: "RESOURCE_NOT_FOUND",
        message: "Reminder does not exist",
      });
    expect((await realm.request(1, listReminders, {})).reminders).toHaveLength(1);
  });

  test("deleting a reminder removes it and tells its user", async ({ expect }) => {
    const realm = world.realm();
    const id = await create(realm);
    await remove(realm, 1, id);
    expect((await realm.request(1, listReminders, {})).reminders).toEqual([]);
    const event = (await realm.eventsOf("reminders")).at(-1);
    expect(event?.audience).toEqual({ to: "users", ids: [1] });
    expect(event?.event).toEqual({ type: "reminders", op: "remove", reminder_id: id });
    await expect(remove(realm, 1, id)).rejects.toThrow("Reminder does not exist");
  });
});
