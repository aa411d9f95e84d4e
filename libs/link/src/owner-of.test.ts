import { test } from "vitest";

import { ownerOf } from "./owner-of.ts";
import { newQueueId, parseQueueId, slotOfUser } from "./queue-slot.ts";

const slots = Array.from({ length: 4096 }, (_, at) => `${at >> 8}-${at & 255}`);
const members = ["a", "b", "c", "d"].map((name) => ({ id: `events-${name}` }));

test("nobody owns a slot when there are no members", ({ expect }) => {
  expect(ownerOf("0-1", [])).toBeUndefined();
});

test("members share the slots about equally, in whatever order they are listed", ({ expect }) => {
  const shares = new Map<string, number>();
  for (const slot of slots) {
    const owner = ownerOf(slot, members)?.id ?? "";
    expect(ownerOf(slot, members.toReversed())?.id).toBe(owner);
    shares.set(owner, (shares.get(owner) ?? 0) + 1);
  }
  expect(Math.min(...shares.values())).toBeGreaterThan(900);
});

test("when a member goes only its own slots move", ({ expect }) => {
  const [, ...rest] = members;
  const kept = slots.filter((slot) => ownerOf(slot, members)?.id !== "events-a");
  const owners = (of: typeof members) => kept.map((slot) => ownerOf(slot, of)?.id);
  expect(owners(rest)).toEqual(owners(members));
});

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
