import { test } from "vitest";

import { newQueueId, parseQueueId, slotOfUser } from "./queue-slot.ts";

test("a user's queues have one slot, and users are spread over all of them", ({ expect }) => {
  const given = Array.from({ length: 10_000 }, (_, userId) => slotOfUser(userId));
  for (const slot of given)
    expect(parseQueueId(newQueueId({ partition: 0, slot }))?.slot).toBe(slot);
  expect(new Set(given).size).toBe(256);
  expect(slotOfUser(77)).toBe(given[77]);
});

test("a queue id names its slot, and nothing else is a queue id", ({ expect }) => {
  expect(parseQueueId(newQueueId({ partition: 3, slot: 255 }))).toEqual({
    partition: 3,
    slot: 255,
  });
  const uuid = "00000000-0000-4000-8000-000000000000";
  for (const id of ["", uuid, `0-256-${uuid}`, `0-1-${uuid}x`, "1517975029:0", `-1-1-${uuid}`])
    expect(parseQueueId(id)).toBeNull();
});
