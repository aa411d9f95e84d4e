import { createReminder, listReminders } from "@team-chat/contract";
import { afterAll, beforeAll, test } from "vitest";

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

async function remind(realm: Realm, seconds: number): Promise<number> {
  const message = await realm.send(2);
  const answer = await realm.request(1, createReminder, {
    message_id: message,
    scheduled_delivery_timestamp: soon(seconds),
  });
  return answer.reminder_id;
}

test("reminders are listed for their user, soonest first (docs/behaviour/drafts-and-scheduled.md#reminders)", async ({
  expect,
}) => {
  const realm = world.realm();
  realm.data.addNotificationBot(9);
  const [late, early] = [await remind(realm, 900), await remind(realm, 60)];
  const { reminders } = await realm.request(1, listReminders, {});
  expect(reminders.map((one) => one.reminder_id)).toEqual([early, late]);
  expect(await realm.request(2, listReminders, {})).toEqual({ reminders: [] });
});
