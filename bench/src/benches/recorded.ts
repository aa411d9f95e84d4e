import { defineHistogram, noMetrics, startMeter } from "@team-chat/telemetry";

import type { Measure } from "../bench.ts";
import { processorMs } from "../processor-time.ts";
import type { ProcessStatus } from "../stack/read-status.ts";

/** Records of a loop, of which a few before are for the compiler. */
const records = { warmUp: 200_000, priced: 1_000_000 };

type Record = (value: number, labels: { readonly operation: string }) => void;

interface Recording {
  readonly processes: readonly ProcessStatus[];
  /** Sends for a while. */
  readonly send: () => Promise<unknown>;
}

/**
 * Measures how much of a send's processor time is spent on the values that processes record for it: their number, by
 * what the processes tell afterwards, times the price of one. Far steadier than the difference of two products.
 */
export async function recorded(
  { processes, send }: Recording,
  isMeasured: boolean,
): Promise<Measure> {
  const record = isMeasured
    ? (await startMeter({ service: "bench", version: "0" })).metrics.histogram(example)
    : noMetrics.histogram(example);
  const pids = processes.flatMap(({ pid }) => (pid === null ? [] : [pid]));
  return async () => {
    const [countBefore, usedBefore] = [await countOf(processes), await processorMs(pids)];
    await send();
    const usedMs = (await processorMs(pids)) - usedBefore;
    const count = (await countOf(processes)) - countBefore;
    return { value: (100 * count * priceUs(record)) / (usedMs * 1000) };
  };
}

const example = defineHistogram({
  name: "bench.request.duration",
  title: "Pretended requests",
  unit: "s",
  meaning: "What the bench pretends to measure.",
  labels: ["operation"],
  bounds: [0.005, 0.025, 0.1, 0.5, 2.5],
});

/** Returns the processor time of one record, in µs. */
function priceUs(record: Record): number {
  loop(record, records.warmUp);
  const before = process.cpuUsage();
  loop(record, records.priced);
  const { system, user } = process.cpuUsage(before);
  return (user + system) / records.priced;
}

function loop(record: Record, times: number): void {
  for (let time = 0; time < times; time += 1) record(0.01, { operation: "sendMessage" });
}

/** Returns the number of values that the processes have recorded since they began. */
async function countOf(processes: readonly ProcessStatus[]): Promise<number> {
  const texts = await Promise.all(
    processes.map(async ({ metricsPort }) =>
      (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text(),
    ),
  );
  const counts = [...texts.join("\n").matchAll(/^\w+_count(?:\{.*\})? (?<count>\d+)/gm)];
  return counts.reduce((sum, { groups }) => sum + Number(groups?.["count"]), 0);
}
