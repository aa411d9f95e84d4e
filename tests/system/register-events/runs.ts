import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import fc from "fast-check";

import type { Counts, Coverage } from "./coverage.ts";

/** Histories of a full run; 0 for the small one of `npm test`. */
const fullRuns = Number(process.env["REGISTER_EVENTS_RUNS"] ?? "0");

export const isFull = fullRuns > 0;

/**
 * Each history follows from a number of its own, counted from here on: the small run is always the same, full ones are
 * others unless told.
 */
const firstSeed = Number(
  process.env["REGISTER_EVENTS_SEED"] ?? (isFull ? Date.now() % 1_000_000_000 : 1),
);

/** For all tests of a file that run histories: a few minutes, or as long as it takes. */
export const limit = { timeout: isFull ? 7_200_000 : 600_000 };

/** Number of histories: so many in the small run, and one `of` so many of a full one. */
interface Share {
  readonly few: number;
  readonly of: number;
}

/** Runs the property for many values, or a few; tells of each that failed what failed and how to have it again. */
export async function failuresOf<Value>(
  arbitrary: fc.Arbitrary<Value>,
  { few, of }: Share,
  property: (value: Value) => Promise<void>,
): Promise<readonly string[]> {
  const failures: string[] = [];
  const runs = isFull ? Math.ceil(fullRuns / of) : few;
  for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
    for (const value of fc.sample(arbitrary, { seed, numRuns: 1 })) {
      try {
        await property(value);
      } catch (error) {
        const announced = `REGISTER_EVENTS_RUNS=1 REGISTER_EVENTS_SEED=${seed}\n${String(error)}`;
        if (isFull) process.stdout.write(`${announced}\n`);
        failures.push(announced);
      }
    }
  }
  return failures;
}

/** Folder in which the parts of a full run, made one after the other or side by side, keep their counts. */
const countsDir = process.env["REGISTER_EVENTS_COUNTS"];

/** Adds up what all parts of a full run have counted, this one included. */
export function addOtherParts(coverage: Coverage): void {
  if (countsDir === undefined) return;
  mkdirSync(countsDir, { recursive: true });
  const own = `${firstSeed}.json`;
  writeFileSync(path.join(countsDir, own), JSON.stringify(coverage.counts()));
  for (const name of readdirSync(countsDir)) {
    if (name === own) continue;
    coverage.add(JSON.parse(readFileSync(path.join(countsDir, name), "utf8")) as Counts);
  }
}
