import { readArguments } from "./arguments.ts";
import { catalogue } from "./catalogue.ts";
import { recordResults } from "./history-file.ts";
import { writeResults } from "./results-file.ts";
import { runBench } from "./run-bench.ts";

// A bench that hangs must not load the machine for ever.
const maxRunMs = 30 * 60_000;

const stopping = new AbortController();

async function main(): Promise<void> {
  const { name, only, rounds, quick, record } = readArguments(process.argv.slice(2));
  if (name === null) {
    for (const bench of catalogue)
      console.log(`${bench.name}: ${bench.description}\n  floor: ${bench.floor}`);
    return;
  }
  const bench = catalogue.find((candidate) => candidate.name === name);
  if (bench === undefined) {
    throw new Error(`no bench is called ${name}: npm run bench lists them`);
  }
  const { signal } = stopping;
  const results = await runBench(bench, { rounds, quick, only, log, signal });
  console.log(`raw samples: ${await writeResults(results)}`);
  if (record) console.log(`recorded: ${recordResults(bench, results)}; now npm run generate`);
}

function log(line: string): void {
  console.log(line);
}

function stop(reason: string): void {
  console.error(`bench: ${reason}`);
  stopping.abort(reason);
}

setTimeout(() => stop(`not done after ${maxRunMs / 60_000} minutes`), maxRunMs).unref();
process.once("SIGINT", () => stop("interrupted"));
process.once("SIGTERM", () => stop("interrupted"));

try {
  await main();
  process.exit(0);
} catch (error) {
  // With its cause.
  console.error(error);
  process.exit(1);
}
