import { alternate } from "./alternate.ts";
import type { Bench, BenchOptions, Case } from "./bench.ts";
import { readMachineFacts } from "./machine.ts";
import { formatReport, reportCase } from "./report.ts";
import type { Results } from "./results-file.ts";

interface RunOptions extends BenchOptions {
  /** Overrides the bench's own number of pairs per case. */
  readonly rounds: number | null;
  /** Only the cases whose label begins with this; null: all. */
  readonly only: readonly string[] | null;
  /** Ends the run early: servers are stopped and temporary folders removed before the call rejects. */
  readonly signal: AbortSignal;
}

const defaultRounds = 15;
const quickRounds = 3;

/** Measures all cases of a bench one after the other and answers everything that was found. */
export async function runBench(bench: Bench, options: RunOptions): Promise<Results> {
  const startedAt = new Date();
  const machine = readMachineFacts();
  options.log(`${bench.name}: ${bench.description}`);
  options.log(`floor: ${bench.floor}`);
  options.log(
    `${machine.cores} cores, node ${machine.node}, load before ${machine.loadAverageBefore[0]?.toFixed(2)}`,
  );
  await using resources = new AsyncDisposableStack();
  const run = async (): Promise<Results["cases"]> => {
    const cases: Results["cases"][number][] = [];
    for (const next of await bench.open(options, resources)) {
      if (options.only?.some((start) => next.label.startsWith(start)) === false) continue;
      cases.push(await runCase(bench, next, options));
    }
    return cases;
  };
  const cases = await Promise.race([run(), rejectWhenAborted(options.signal)]);
  const { quick } = options;
  return { bench: bench.name, startedAt, quick, machine, cases };
}

function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = (): void => reject(new Error("stopped", { cause: signal.reason }));
    if (signal.aborted) {
      fail();
    }
    signal.addEventListener("abort", fail, { once: true });
  });
}

async function runCase(
  bench: Bench,
  next: Case,
  { rounds, quick, log }: RunOptions,
): Promise<Results["cases"][number]> {
  await using resources = new AsyncDisposableStack();
  const sides = await next.prepare(resources);
  const pairs = await alternate(sides, {
    rounds: rounds ?? (quick ? quickRounds : (bench.rounds ?? defaultRounds)),
    warmUpRounds: bench.warmUpRounds ?? 1,
  });
  const report = reportCase(next, pairs);
  formatReport(report).forEach(log);
  return { report, pairs };
}
