import { createReminder, listReminders } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { test } from "vitest";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

const inSeconds = (seconds = 60) => Math.floor(Date.now() / 1000) + seconds;

async function remind(realm: Realm, seconds: number): Promise<number> {
  const message = await realm.send("bob");
  const answer = await realm.request("alice", createReminder, {
    message_id: message,
    scheduled_delivery_timestamp: inSeconds(seconds),
  });
  return answer.reminder_id;
}

test("reminders are listed for their user, soonest first (docs/behaviour/drafts-and-scheduled.md#reminders)", async ({
  expect,
}) => {
  const realm = world().realm();
  realm.data.addNotificationBot(9);
  const [late, early] = [await remind(realm, 900), await remind(realm, 60)];
  const { reminders } = await realm.request("alice", listReminders, {});
  expect(reminders.map((one) => one.reminder_id)).toEqual([early, late]);
  expect(await realm.request("bob", listReminders, {})).toEqual({ reminders: [] });
});
