import { createScheduledMessage, listScheduledMessages } from "@team-chat/contract";
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

async function schedule(realm: Realm, seconds: number): Promise<number> {
  const answer = await realm.request(1, createScheduledMessage, {
    type: "direct",
    to: [2],
    content: "later",
    scheduled_delivery_timestamp: soon(seconds),
  });
  return answer.scheduled_message_id;
}

test("the sender's are listed, soonest first (docs/behaviour/drafts-and-scheduled.md#scheduled-messages)", async ({
  expect,
}) => {
  const realm = world.realm();
  expect(await realm.request(1, listScheduledMessages, {})).toEqual({ scheduled_messages: [] });
  const [late, early] = [await schedule(realm, 900), await schedule(realm, 60)];
  const { scheduled_messages: own } = await realm.request(1, listScheduledMessages, {});
  expect(own.map((one) => one.scheduled_message_id)).toEqual([early, late]);
  expect(await realm.request(2, listScheduledMessages, {})).toEqual({ scheduled_messages: [] });
});
