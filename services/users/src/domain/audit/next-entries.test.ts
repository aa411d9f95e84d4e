import type { AuditEntry } from "@team-chat/contract";
import { describe, test } from "vitest";

import { mergeEntries } from "./next-entries.ts";

const entry = (position: number, changedAtMs: number): AuditEntry => ({
  position,
  changedAtMs,
  actor: null,
  operation: "",
  requestId: "",
  changes: [],
  hash: "",
});

const placesOf = (merged: ReturnType<typeof mergeEntries>) =>
  merged.map(({ entry: { position }, service }) => `${service} ${position}`);

describe("merging entries of services (docs/behaviour/audit.md#reading-on)", () => {
  test("entries are ordered by time, and those of one moment by their services", ({ expect }) => {
    const merged = mergeEntries([
      { service: "users", entries: [entry(1, 20), entry(2, 20)], last: 2 },
      { service: "channels", entries: [entry(8, 10), entry(9, 20)], last: 9 },
      { service: "messages", entries: [], last: 0 },
    ]);
    expect(placesOf(merged)).toEqual(["channels 8", "users 1", "users 2", "channels 9"]);
  });

  test("nothing comes before entries that a service has not answered yet", ({ expect }) => {
    const merged = mergeEntries([
      { service: "users", entries: [entry(1, 10), entry(2, 30)], last: 7 },
      { service: "channels", entries: [entry(1, 20), entry(2, 40)], last: 2 },
      { service: "messages", entries: [entry(1, 35)], last: 1 },
    ]);
    expect(placesOf(merged)).toEqual(["users 1", "channels 1", "users 2"]);
  });

  test("there is nothing where no service has answered anything", ({ expect }) => {
    expect(mergeEntries([{ service: "users", entries: [], last: 5 }])).toEqual([]);
  });
});
