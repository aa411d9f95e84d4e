import fc from "fast-check";

/** Histories of a full run; 0 for the small one of `npm test`. */
const fullRuns = Number(process.env["REGISTER_EVENTS_RUNS"] ?? "0");

export const isFull = fullRuns > 0;

/** Each history follows from a number of its own, counted from here on: the small run is always the same, full ones are others unless told. */
const firstSeed = Number(
  process.env["REGISTER_EVENTS_SEED"] ?? (isFull ? Date.now() % 1_000_000_000 : 1),
);

/** For all tests of a file that run histories: a few minutes, or as long as it takes. */
export const limit = { timeout: isFull ? 7_200_000 : 240_000 };

/** Runs the property for `fullRuns` values, or a few; tells of each that failed what failed and how to have it again. */
export async function failuresOf<Value>(
  arbitrary: fc.Arbitrary<Value>,
  few: number,
  property: (value: Value) => Promise<void>,
): Promise<readonly string[]> {
  const failures: string[] = [];
  for (let seed = firstSeed; seed < firstSeed + (isFull ? fullRuns : few); seed += 1) {
    for (const value of fc.sample(arbitrary, { seed, numRuns: 1 })) {
      try {
        await property(value);
      } catch (error) {
        failures.push(`REGISTER_EVENTS_RUNS=1 REGISTER_EVENTS_SEED=${seed}\n${String(error)}`);
      }
    }
  }
  return failures;
}
