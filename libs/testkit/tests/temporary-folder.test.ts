import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { onTestFinished, test } from "vitest";

import { makeTemporaryFolder } from "../src/run/temporary-folder.ts";

test("the folder of a run is in memory where there is room for it, unless TMPDIR is given", ({
  expect,
}) => {
  const folder = mkdtempSync(path.join(tmpdir(), "memory-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const made = [
    makeTemporaryFolder({}, { folder, neededBytes: 0 }),
    makeTemporaryFolder({}, { folder, neededBytes: Infinity }),
    makeTemporaryFolder({}, { folder: path.join(folder, "nowhere"), neededBytes: 0 }),
    makeTemporaryFolder({ TMPDIR: tmpdir() }, { folder, neededBytes: 0 }),
  ];
  const places = made.map((one) => path.dirname(one.path));
  expect(places).toEqual([folder, tmpdir(), tmpdir(), tmpdir()]);
  for (const one of made) {
    writeFileSync(path.join(one.path, "something"), "");
    one.remove();
    expect(existsSync(one.path)).toBe(false);
  }
});
