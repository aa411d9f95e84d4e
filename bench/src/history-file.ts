import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Bench } from "./bench.ts";
import { addToHistory, type History } from "./history.ts";
import type { Results } from "./results-file.ts";

const folder = join(import.meta.dirname, "..", "history");

/** Reads the records of a bench; null when there are none. */
export function readHistory(name: string): History | null {
  const path = pathOf(name);
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as History) : null;
}

/** Adds a run to the bench's history, from which docs/performance.md is generated. Answers the file's path. */
export function recordResults(bench: Bench, results: Results): string {
  const history = addToHistory(readHistory(bench.name), bench, results);
  mkdirSync(folder, { recursive: true });
  writeFileSync(pathOf(bench.name), `${JSON.stringify(history, null, 2)}\n`);
  return pathOf(bench.name);
}

function pathOf(name: string): string {
  return join(folder, `${name}.json`);
}
