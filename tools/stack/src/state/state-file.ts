import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { processIdentity } from "./process-identity.ts";
import type { StackState } from "./stack-state.ts";

/** A process that this run started, with what tells it from later ones of the same pid. */
export interface OwnProcess {
  readonly pid: number;
  readonly identity: string;
}

interface StateFile {
  readonly state: StackState;
  readonly processes: readonly OwnProcess[];
}

const fileName = "stack.json";

/** Notes the state and who belongs to it; readers see the old file or the new one, never half of either. */
export function writeState(dataDir: string, state: StackState): void {
  const pids = new Set([...state.servers, ...state.services].map(({ pid }) => pid));
  // Servers within this process end with it.
  pids.delete(process.pid);
  const processes = [...pids].flatMap((pid) => {
    const identity = pid === null ? null : processIdentity(pid);
    return pid === null || identity === null ? [] : [{ pid, identity }];
  });
  const file = join(dataDir, fileName);
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify({ state, processes } satisfies StateFile), { mode: 0o600 });
  renameSync(draft, file);
}

/** Returns what the last run noted, whether it still runs or not; null when it ended in good order. */
export function readState(dataDir: string): StateFile | null {
  const file = join(dataDir, fileName);
  if (!existsSync(file)) return null;
  return JSON.parse(readFileSync(file, "utf8")) as StateFile;
}

/** Forgets the run, once nothing of it is left. */
export function removeState(dataDir: string): void {
  rmSync(join(dataDir, fileName), { force: true });
}
