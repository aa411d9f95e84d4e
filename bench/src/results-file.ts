import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { Pair } from "./alternate.ts";
import type { MachineFacts } from "./machine.ts";
import type { CaseReport } from "./report.ts";

export interface Results {
  readonly bench: string;
  readonly startedAt: Date;
  readonly quick: boolean;
  readonly machine: MachineFacts;
  readonly cases: readonly { readonly report: CaseReport; readonly pairs: readonly Pair[] }[];
}

const folder = join(import.meta.dirname, "..", "results");

/** Keeps the raw samples; latencies are rounded to the microsecond. Answers the file's path. */
export async function writeResults(results: Results): Promise<string> {
  const stamp = results.startedAt.toISOString().replace(/[-:]|\.\d+/g, "");
  const path = join(folder, `${results.bench}-${stamp}.json`);
  await mkdir(folder, { recursive: true });
  await writeFile(path, `${JSON.stringify(results, roundToMicros)}\n`);
  return path;
}

function roundToMicros(_key: string, value: unknown): unknown {
  return typeof value === "number" ? Math.round(value * 1000) / 1000 : value;
}
