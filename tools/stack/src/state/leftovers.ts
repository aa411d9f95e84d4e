import { setTimeout as delay } from "node:timers/promises";

import { processIdentity } from "./process-identity.ts";
import { readState, removeState, type OwnProcess } from "./state-file.ts";

const graceMs = 5000;
const pollMs = 20;

/**
 * Ends the processes of a run whose supervisor was killed. The caller holds the lock of the data folder.
 *
 * @returns how many there were.
 */
export async function stopLeftovers(dataDir: string): Promise<number> {
  const left = (readState(dataDir)?.processes ?? []).filter(isAlive);
  // SIGINT, because PostgreSQL takes SIGTERM as a wish to wait for its clients, which a killed run still has.
  signal(left, "SIGINT");
  const deadline = performance.now() + graceMs;
  while (left.some(isAlive) && performance.now() < deadline) await delay(pollMs);
  signal(left, "SIGKILL");
  while (left.some(isAlive)) await delay(pollMs);
  removeState(dataDir);
  return left.length;
}

function isAlive({ pid, identity }: OwnProcess): boolean {
  return processIdentity(pid) === identity;
}

function signal(processes: readonly OwnProcess[], name: NodeJS.Signals): void {
  for (const { pid } of processes.filter(isAlive)) process.kill(pid, name);
}
