import { encodeAudience } from "@team-chat/contract";
import { test } from "vitest";

import { descriptor } from "../../../tests/descriptor.ts";
import { type Entry, entryOf } from "../stream/entry.ts";
import { type ParkedPoll, Queue } from "./queue.ts";

function entry(sequence: number): Entry {
  const events = [1, 2].map((messageId) => ({
    audience: encodeAudience([5]),
    event: { type: "reaction", op: "add", message_id: messageId },
  }));
  return entryOf({ service: "messages", realm: 1, xid: "1", events }, sequence, 100);
}

/** Returns which of the entries 11 to 13 a waiting client gets that has everything up to this id. */
function announcedAfter(lastEventId: number): readonly number[] {
  const queue = new Queue(descriptor);
  const waiting: ParkedPoll = {
    asker: { waiting: true, respond: () => undefined },
    since: queue.position(lastEventId),
    ignored: null,
    heartbeatAt: 0,
  };
  queue.parked = waiting;
  return queue.eventsOf([11, 12, 13].map(entry)).map(({ id }) => id);
}

test("a waiting client is told nothing that another process told it before this one has read as far (docs/subsystems/events.md, Who serves which queue)", ({
  expect,
}) => {
  const all = [1, 2, 3].flatMap((bundle) => [bundle * 65_536, bundle * 65_536 + 1]);
  expect(announcedAfter(-1)).toEqual(all);
  for (const [index, id] of all.entries()) expect(announcedAfter(id)).toEqual(all.slice(index + 1));
});
