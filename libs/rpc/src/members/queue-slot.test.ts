import { test } from "vitest";

import { newQueueId, parseQueueId, slotOfUser } from "./queue-slot.ts";

const manyIds = Array.from({ length: 10_000 }, (_, id) => id);

test("users of an organization with any number of queues are spread over all slots, each in one", ({
  expect,
}) => {
  const given = manyIds.map((userId) => slotOfUser({ realmId: 1, userId }, null));
  for (const slot of given)
    expect(parseQueueId(newQueueId({ partition: 0, slot }))?.slot).toBe(slot);
  expect(new Set(given).size).toBe(256);
  expect(slotOfUser({ realmId: 1, userId: 77 }, null)).toBe(given[77]);
});

test("users of an organization that may have few queues share a slot, and organizations do not", ({
  expect,
}) => {
  for (const most of [0, 1, 10_000]) {
    const ofOne = manyIds.map((userId) => slotOfUser({ realmId: 5, userId }, most));
    expect(new Set(ofOne).size).toBe(1);
    const ofAll = manyIds.map((realmId) => slotOfUser({ realmId, userId: 5 }, most));
    expect(new Set(ofAll).size).toBe(256);
  }
});

test("an organization that may have ten times as many queues has more slots, and some users keep theirs", ({
  expect,
}) => {
  const slots = (most: number) => manyIds.map((userId) => slotOfUser({ realmId: 5, userId }, most));
  expect(new Set(slots(10_001)).size).toBe(2);
  expect(new Set(slots(100_000)).size).toBe(16);
  expect(new Set(slots(1_000_000_000)).size).toBe(256);
  const [few, more] = [slots(20_000), slots(40_000)];
  expect(few.filter((slot, index) => slot === more[index]).length).toBeGreaterThan(4900);
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
