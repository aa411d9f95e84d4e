import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { lockHolder, releaseLock, takeLock } from "./lock.ts";

function folder(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), "lock-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}

test("a held lock is not given a second time, and is free after its release", () => {
  using data = folder();
  expect(takeLock(data.path)).toBe(true);
  expect(takeLock(data.path)).toBe(false);
  expect(lockHolder(data.path)).toBe(process.pid);
  releaseLock(data.path);
  expect(lockHolder(data.path)).toBeNull();
  expect(takeLock(data.path)).toBe(true);
});

test.for([
  { fate: "has ended", pid: 2 ** 22 + 1 },
  { fate: "has left its pid to another one", pid: process.pid },
])("the lock of a process that $fate does not count", ({ pid }) => {
  using data = folder();
  writeFileSync(join(data.path, "stack.lock"), JSON.stringify({ pid, identity: "earlier" }));
  expect(lockHolder(data.path)).toBeNull();
  expect(takeLock(data.path)).toBe(true);
  expect(lockHolder(data.path)).toBe(process.pid);
  expect(readdirSync(data.path)).toEqual(["stack.lock"]);
});
