import { execFile } from "node:child_process";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";

/** Cores as `taskset` writes them. */
export type Cores = string;

/**
 * Splits the machine between the product and those who use it, who in use have machines of their own: who sends far too
 * much would otherwise take the processors away from what it measures.
 *
 * @throws Error on a machine with one core
 */
export function splitCores(): { readonly product: Cores; readonly clients: Cores } {
  const count = availableParallelism();
  if (count < 2) throw new Error("the product and its clients need a core each");
  const half = Math.floor(count / 2);
  return { product: `0-${half - 1}`, clients: `${half}-${count - 1}` };
}

/** Moves this process to these cores, with all that it does. */
export async function moveTo(cores: Cores): Promise<void> {
  await promisify(execFile)("taskset", [
    "--all-tasks",
    "--cpu-list",
    "--pid",
    cores,
    String(process.pid),
  ]);
}

/** Returns a command that runs on these cores, with all that it starts; as it is when none are given. */
export function runOn(cores: Cores | undefined, command: readonly [string, ...string[]]) {
  const [program, ...args]: readonly [string, ...string[]] =
    cores === undefined ? command : ["taskset", "--cpu-list", cores, ...command];
  return { program, args };
}
