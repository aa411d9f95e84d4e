import { createScheduledMessage, listScheduledMessages } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { test } from "vitest";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

const inSeconds = (seconds = 60) => Math.floor(Date.now() / 1000) + seconds;

async function schedule(realm: Realm, seconds: number): Promise<number> {
  const answer = await realm.request("alice", createScheduledMessage, {
    type: "direct",
    to: [2],
    content: "later",
    scheduled_delivery_timestamp: inSeconds(seconds),
  });
  return answer.scheduled_message_id;
}

test("the sender's are listed, soonest first (docs/behaviour/drafts-and-scheduled.md#scheduled-messages)", async ({
  expect,
}) => {
  const realm = world().realm();
  expect(await realm.request("alice", listScheduledMessages, {})).toEqual({
    scheduled_messages: [],
  });
  const [late, early] = [await schedule(realm, 900), await schedule(realm, 60)];
  const { scheduled_messages: own } = await realm.request("alice", listScheduledMessages, {});
  expect(own.map((one) => one.scheduled_message_id)).toEqual([early, late]);
  expect(await realm.request("bob", listScheduledMessages, {})).toEqual({ scheduled_messages: [] });
});
