import type { Audience, DomainEvent } from "@team-chat/contract";
import * as fc from "fast-check";
import { describe, test } from "vitest";

import { EntryList } from "./entry-list.ts";
import { type Entry, entryOf } from "./entry.ts";

function entry(sequence: number, event: Partial<DomainEvent>, service = "messages"): Entry {
  const whole = {
    audience: { to: "users" as const, ids: [] },
    event: { type: "message" },
    ...event,
  };
  return entryOf({ service, realm: 1, xid: "1", events: [whole] }, sequence, 100);
}

const to = (...ids: number[]): Audience => ({ to: "users", ids });
const readerOf = (userId: number) => ({ userId, allPublicStreams: false });
const sequences = (entries: readonly Entry[]) => entries.map(({ sequence }) => sequence);

describe("a list of entries (docs/subsystems/events.md#from-the-stream-to-the-socket)", () => {
  test("a list of entries finds those that may concern a user, without those that are for others only", ({
    expect,
  }) => {
    const list = new EntryList([
      entry(1, { audience: to(1, 2) }),
      entry(2, { audience: to(2) }),
      entry(3, { audience: { to: "everyone", except: [1] } }),
      entry(4, { audience: { to: "bitmap", first: 1, bits: "" } }),
      entry(5, { audience: to(2), publicChannel: true }),
      entry(6, { audience: to(2), event: { type: "messages_restored" } }),
      entry(7, { audience: to(2) }, "users"),
      entry(8, { audience: to(3) }),
    ]);
    list.append(entry(9, { audience: to(1) }));
    expect(sequences(list.since(1, readerOf(1)))).toEqual([1, 3, 4, 6, 7, 9]);
    expect(sequences(list.since(2, readerOf(2)))).toEqual([2, 3, 4, 5, 6, 7]);
    const ofAll = { ...readerOf(2), allPublicStreams: true };
    expect(sequences(list.since(2, ofAll))).toEqual([2, 3, 4, 5, 6, 7]);
    expect(sequences(list.since(2, { ...ofAll, userId: 1 }))).toEqual([3, 4, 5, 6, 7, 9]);
  });

  test("a list of entries finds the same whatever was put before, behind and taken away meanwhile", ({
    expect,
  }) => {
    const changes = fc.record({
      lists: fc.array(fc.subarray([1, 2, 3]), { maxLength: 12 }),
      older: fc.nat(12),
      dropped: fc.nat(12),
      from: fc.nat(14),
    });
    fc.assert(
      fc.property(changes, ({ dropped, from, lists, older }) => {
        const all = lists.map((ids, at) => entry(at, { audience: to(...ids) }));
        const list = new EntryList();
        for (const one of all.slice(older)) {
          list.append(one);
          list.since(0, readerOf(1));
        }
        list.prepend(all.slice(0, older));
        list.since(0, readerOf(1));
        list.drop(dropped);
        const wanted = all
          .slice(dropped)
          .filter(
            ({ sequence, events }) => events.some(({ isFor }) => isFor(1)) && sequence >= from,
          );
        expect(sequences(list.since(from, readerOf(1)))).toEqual(sequences(wanted));
      }),
    );
  });
});
