import { test } from "vitest";

import { parseSnapshot, snapshotSees } from "./snapshot.ts";

test("a snapshot sees what was committed before it and nothing that ran or came later", ({
  expect,
}) => {
  const snapshot = parseSnapshot("10:15:12,13");
  const seen = [9n, 10n, 11n, 12n, 13n, 14n, 15n, 16n].filter((xid) => snapshotSees(snapshot, xid));
  expect(seen).toEqual([9n, 10n, 11n, 14n]);
});

test("a snapshot without running transactions is parsed", ({ expect }) => {
  expect(snapshotSees(parseSnapshot("7:7:"), 6n)).toBe(true);
  expect(() => parseSnapshot("nonsense")).toThrow("snapshot");
});
