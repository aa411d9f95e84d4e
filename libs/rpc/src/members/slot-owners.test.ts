import { test } from "vitest";

import { rankNodes } from "../client/rendezvous.ts";
import { SlotOwners } from "./slot-owners.ts";

const keys = Array.from({ length: 1024 }, (_, at) => `${at >> 8}-${at & 255}`);
const processes = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `events-${at}`, sharesEvenly: true }));
const idsOf = (owners: ReturnType<typeof processes>) => {
  const sharing = new SlotOwners(owners);
  return keys.map((key) => sharing.ownerOf(key)?.id);
};

test("nobody owns a slot when there are no processes", ({ expect }) => {
  expect(new SlotOwners([]).ownerOf("0-1")).toBeUndefined();
});

test.for([1, 2, 3, 5, 16])(
  "none of %i processes owns more of any partition than its part (docs/subsystems/events.md#who-serves-which-queue)",
  (count, { expect }) => {
    const owners = idsOf(processes(count));
    expect(idsOf(processes(count).toReversed())).toEqual(owners);
    for (let partition = 0; partition < 4; partition += 1) {
      const own = owners.slice(partition * 256, (partition + 1) * 256);
      for (const { id } of processes(count))
        expect(own.filter((one) => one === id).length).toBeLessThanOrEqual(Math.ceil(256 / count));
    }
  },
);

test.for([1, 2, 4, 9])(
  "a process beside %i others takes its part of the slots, and few others move",
  (count, { expect }) => {
    const [before, after] = [idsOf(processes(count)), idsOf(processes(count + 1))];
    const moved = keys.filter((_, at) => before[at] !== after[at]).length;
    const taken = after.filter((id) => id === `events-${count}`).length;
    expect(taken).toBeGreaterThan(900 / (count + 1));
    expect(moved - taken).toBeLessThan(keys.length / 8);
  },
);

test("slots are owned by rank alone while a process does not know of parts", ({ expect }) => {
  const mixed = [...processes(3), { id: "events-old" }];
  const sharing = new SlotOwners(mixed);
  const ids = mixed.map(({ id }) => id);
  for (const key of keys) expect(sharing.ownerOf(key)?.id).toBe(rankNodes(key, ids)[0]);
});
