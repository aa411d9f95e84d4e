import { describe, test } from "vitest";

import { Coverage } from "./coverage.ts";
import { differences } from "./difference.ts";
import { applyAll } from "./mirror.ts";
import { holds, isNeutralSwap, matters, type Meeting, swapped, without } from "./removal.ts";
import type { ClientState, Row } from "./state.ts";

const before: ClientState = {
  userId: 1,
  wishes: {
    apply_markdown: true,
    client_gravatar: true,
    include_subscribers: "true",
    slim_presence: true,
    all_public_streams: false,
    client_capabilities: {},
    event_types: null,
  },
  data: {
    drafts: [],
    realm_users: [
      { user_id: 1, full_name: "One" },
      { user_id: 2, full_name: "Two" },
    ],
    realm_non_active_users: [],
    realm_user_groups: [{ id: 5, members: [1, 2], direct_subgroup_ids: [] }],
  },
  messages: new Map(),
  onlyUnread: false,
  young: new Set(),
  partial: new Set(),
  gone: new Set(),
  present: null,
};

/** Makes the meeting of a client that got all the events with one that registers anew. */
function meetingOf(events: readonly Row[]): Meeting {
  return { before, events, fresh: applyAll(before, events) };
}

const added = { type: "drafts", op: "add", drafts: [{ id: 1, content: "a" }] };
const edited = { type: "drafts", op: "update", draft: { id: 1, content: "b" } };
const removed = { type: "drafts", op: "remove", draft_id: 1 };
const left = { type: "user_group", op: "remove_members", group_id: 5, user_ids: [2] };
const renamed = { type: "realm_user", op: "update", person: { user_id: 2, full_name: "New" } };
const typing = { type: "typing", op: "start" };

describe("leaving out one event (issue: promise 4)", () => {
  test("leaving out one event is found out, also where another event of that time changed part of it", ({
    expect,
  }) => {
    const meeting = meetingOf([added, edited, left, renamed]);
    expect(holds(meeting)).toBe(true);
    for (const [index] of meeting.events.entries()) {
      expect(matters(meeting, index)).toBe(true);
      expect(holds({ ...meeting, events: without(meeting.events, index) })).toBe(false);
    }
  });

  test("leaving out one event leaves the events as they were, however often they are looked at", ({
    expect,
  }) => {
    const meeting = meetingOf([added, edited]);
    const announced = structuredClone(meeting.events);
    matters(meeting, 1);
    holds(meeting);
    expect(meeting.events).toEqual(announced);
  });

  test("leaving out one event is not found out where it changes nothing, or another says what it says", ({
    expect,
  }) => {
    expect(matters(meetingOf([typing, renamed]), 0)).toBe(false);
    expect(matters(meetingOf([renamed, renamed]), 1)).toBe(false);
    const gone = { type: "realm_user", op: "update", person: { user_id: 2, is_active: false } };
    expect(matters(meetingOf([left, gone]), 0)).toBe(false);
    const other = { ...gone, person: { user_id: 1, is_active: false } };
    expect(matters(meetingOf([left, other]), 0)).toBe(true);
  });

  test("putting in a wrong event is found out like leaving one out", ({ expect }) => {
    const meeting = meetingOf([added]);
    expect(holds({ ...meeting, events: [added, edited] })).toBe(false);
    expect(holds({ ...meeting, events: [edited] })).toBe(false);
  });
});

describe("exchanging two events (issue: promise 4)", () => {
  test("exchanging two events is found out where the order matters, and only there", ({
    expect,
  }) => {
    const meeting = meetingOf([added, edited, removed, renamed]);
    const neutral = [0, 1, 2].map((index) => isNeutralSwap(meeting, index));
    expect(neutral).toEqual([false, false, true]);
    const held = [0, 1, 2].map((index) =>
      holds({ ...meeting, events: swapped(meeting.events, index) }),
    );
    expect(held).toEqual([false, false, true]);
    expect(() => swapped(meeting.events, 3)).toThrow(RangeError);
  });
});

describe("what a full run has seen", () => {
  test("a full run counts of each window as many as the client that got most, and says what came too seldom", ({
    expect,
  }) => {
    const coverage = new Coverage();
    coverage.addWindow([
      [typing, typing],
      [typing, left],
    ]);
    coverage.addRemoval(left, "missed");
    const other = new Coverage();
    other.add(coverage.counts());
    other.add(coverage.counts());
    const kinds = ["typing start", "user_group remove_members", "reaction add"];
    expect(other.seldom(kinds, 4)).toEqual(["user_group remove_members: 2", "reaction add: 0"]);
    expect(other.seldom(kinds, 1, "missed")).toEqual(["typing start: 0", "reaction add: 0"]);
    expect(other.wantsRemoval(left)).toBe(true);
  });

  test("a full run tells where two states differ", ({ expect }) => {
    expect(differences({ a: [1, 2], b: 3 }, { a: [1, 4], b: 3, c: 5 })).toEqual([
      ".a.1: 2 by events, 4 now",
      ".c: nothing by events, 5 now",
    ]);
    expect(differences({ a: 1 }, { a: 1 })).toEqual([]);
  });
});
