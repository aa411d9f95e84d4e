import { lockHolder } from "../state/lock.ts";
import type { ProcessStatus, StackState } from "../state/stack-state.ts";
import { readState } from "../state/state-file.ts";

/** Prints what runs, as a table or, with `json`, as one JSON object; returns the exit code: 1 when nothing runs. */
export function statusCommand(dataDir: string, { json }: { readonly json: boolean }): number {
  const state = runningState(dataDir);
  if (json) {
    console.log(
      JSON.stringify(state ?? { phase: "stopped", url: null, servers: [], services: [] }, null, 2),
    );
  } else {
    console.log(state === null ? "Team Chat is not running." : describe(state));
  }
  return state === null ? 1 : 0;
}

/** Writes one line per process. */
export function processTable(processes: readonly ProcessStatus[]): string {
  return processes
    .map(({ metricsPort, name, pid, port, state, restarts }) =>
      [
        `  ${name.padEnd(10)}`,
        `pid ${String(pid ?? "-").padEnd(8)}`,
        `port ${String(port).padEnd(6)}`,
        `metrics ${String(metricsPort ?? "-").padEnd(6)}`,
        state.padEnd(8),
        `${restarts} restarts`,
      ].join(" "),
    )
    .join("\n");
}

function runningState(dataDir: string): StackState | null {
  return lockHolder(dataDir) === null ? null : (readState(dataDir)?.state ?? null);
}

const shapes = { one: "as one process", services: "with a process for each service" };

function describe({ url, pid, phase, shape, servers, services, logs }: StackState): string {
  const table = processTable([...servers, ...services]);
  return `Team Chat at ${url} is ${phase} (pid ${pid}), ${shapes[shape]}.\n${table}\nLogs: ${logs}`;
}
