import { describe, test } from "vitest";

import type { State } from "../src/state/state.ts";
import { type Entry, entryFinder } from "../src/views/palette/entries.ts";

const inbox: Entry = { key: "i", kind: "command", label: "Inbox", hint: "", narrow: null };

function channel(id: number, name: string, isSubscribed: boolean) {
  return [id, { stream_id: id, name, description: "", is_archived: false, isSubscribed }] as const;
}

const state = {
  me: 7,
  channels: new Map([
    channel(1, "garden", false),
    channel(2, "Gärtner", true),
    channel(3, "news", true),
  ]),
  people: new Map([
    [8, { user_id: 8, full_name: "Ada Garner", is_active: true }],
    [9, { user_id: 9, full_name: "Gary Gone", is_active: false }],
  ]),
  unread: new Map([
    ["c3/x", { conversation: { kind: "topic", channelId: 3, topic: "old gardens" }, ids: [4] }],
  ]),
  timelines: new Map(),
  directs: new Map([["d8", { userIds: [8], newestId: 3 }]]),
} as unknown as State;

const labels = (written: string) =>
  entryFinder({ state, commands: [inbox], topics: [] })(written).map(({ label }) => label);

describe("the palette (docs/subsystems/web-client.md#keys)", () => {
  test("what is unread comes first for nothing written, then recent people and commands", ({
    expect,
  }) => {
    expect(labels("")).toEqual(["old gardens", "Ada Garner", "Inbox"]);
  });

  test("names that begin as was written come first, whatever their accents, and nobody who has left", ({
    expect,
  }) => {
    expect(labels("gar")).toEqual(["Gärtner", "garden", "Ada Garner", "old gardens"]);
  });

  test("a mark in front looks for one kind only", ({ expect }) => {
    expect(labels("#gar")).toEqual(["Gärtner", "garden", "old gardens"]);
    expect(labels("@")).toEqual(["Ada Garner"]);
    expect(labels(">in")).toEqual(["Inbox"]);
  });
});
