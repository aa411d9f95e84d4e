import { execFileSync } from "node:child_process";
import path from "node:path";

import { test } from "vitest";

import { builtSizes } from "../build/build.ts";

const kilobyte = 1000;

test("what a browser loads first is within its budget (docs/subsystems/web-client.md#budgets)", ({
  expect,
}) => {
  // Vite is run in a process of its own, as it is elsewhere.
  execFileSync(process.execPath, [path.join(import.meta.dirname, "../build/main.ts")]);
  const { script, styles } = builtSizes();
  expect(script).toBeLessThan(45 * kilobyte);
  expect(styles).toBeLessThan(10 * kilobyte);
});
