import { newQueueId } from "@team-chat/rpc";
import { expect, test } from "vitest";

import { parsePoll } from "./poll-parameters.ts";

const queueId = newQueueId({ partition: 3, slot: 200 });

test("an id that no queue ever had is refused", () => {
  for (const id of ["", "x", `${queueId}x`, queueId.replace("-200-", "-256-")])
    expect(() => parsePoll(`queue_id=${id}&last_event_id=1`)).toThrow(`Bad event queue ID: ${id}`);
});

test("what needs the binder's rules is left to the events service", () => {
  for (const rest of [
    "last_event_id=x",
    "last_event_id=1.5",
    "last_event_id=null",
    'last_event_id="5"',
    "last_event_id=1&dont_block=1",
    "last_event_id=1&narrow=[]",
    "last_event_id=1&client=a%00",
  ])
    expect(parsePoll(`queue_id=${queueId}&${rest}`)).toBeNull();
  expect(parsePoll("last_event_id=1&dont_block=true")).toBeNull();
});

test("a plain poll is read, with the slot that its queue names", () => {
  expect(parsePoll(`queue_id=${queueId}`)).toEqual({
    queueId,
    slot: "3-200",
    lastEventId: null,
    dontBlock: false,
    ignored: null,
  });
  const query = `last_event_id=4&last_event_id=-1&dont_block=true&queue_id="${queueId}"&z=1&a=2`;
  expect(parsePoll(query)).toEqual({
    queueId,
    slot: "3-200",
    lastEventId: -1,
    dontBlock: true,
    ignored: ["a", "z"],
  });
});
