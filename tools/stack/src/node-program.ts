import { join } from "node:path";

import type { Programs } from "@team-chat/bundle";
import { launch, type Launched } from "@team-chat/servers";

import { commitOf } from "./commit.ts";
import type { ProcessDefinition } from "./plan/process-definition.ts";
import { portOf, type Wiring } from "./plan/wiring.ts";
import { httpReady } from "./supervise/http-ready.ts";
import type { Target } from "./supervise/supervised.ts";

const readyPollMs = 25;

/**
 * Size in MB of one of the three parts of the heap for young objects. Node's own choice lets them grow to more than 100
 * MB in each process; with this they stay below 50 MB, for which requests cost no more processor time, and most
 * fan-outs need no collection in their midst. The image says the same.
 */
const semiSpaceMb = 16;

/**
 * Young objects are collected by the thread that made them. Helpers that are woken for a few milliseconds' work take
 * the cores from other processes, and use more of them than they save (docs/optimizations.md).
 * The manifests of deploy/k8s say the same.
 */
const heap = [`--max-semi-space-size=${semiSpaceMb}`, "--no-parallel-scavenge"];

/** Folders of the programs and of their logs. */
export interface ProgramFolders {
  /** Root of the repository. */
  readonly root: string;
  readonly programs: Programs;
  readonly logs: string;
}

/** Describes how a process of the plan is started, again and again with the same environment. */
export function nodeTarget(
  definition: ProcessDefinition,
  wiring: Wiring,
  folders: ProgramFolders,
): Target {
  const { name, entry, runs = [name] } = definition;
  const commit = commitOf(folders.root);
  const start = (onSpawn: (pid: number) => void): Promise<Launched> =>
    launch({
      command: process.execPath,
      args: [...heap, folders.programs.pathOf(entry)],
      cwd: folders.root,
      env: childEnv({ COMMIT: commit, ...folders.programs.variables, ...definition.env(wiring) }),
      logFile: join(folders.logs, `${name}.log`),
      stopSignal: "SIGTERM",
      isReady: () => allReady(runs.map((one) => ownPortOf(wiring, one))),
      pollMs: readyPollMs,
      // It may wait for others as long as it likes; a start that takes too long is the stack's business.
      readyTimeoutMs: Number.POSITIVE_INFINITY,
      onSpawn,
    });
  return { name, runs: runs.map((one) => portsOf(wiring, one)), start };
}

function portsOf(wiring: Wiring, name: string): Target["runs"][number] {
  return {
    name,
    port: ownPortOf(wiring, name),
    metricsPort: wiring.ports[`${name}.metrics`],
    operatorPort: wiring.ports[`${name}.operator`],
  };
}

/** Port at which nobody but this process answers. */
function ownPortOf(wiring: Wiring, name: string): number {
  return wiring.ports[`${name}.own`] ?? portOf(wiring, name);
}

/** Tells whether all that listen on these ports are ready. */
async function allReady(ports: readonly number[]): Promise<boolean> {
  const answers = await Promise.all(ports.map(httpReady));
  return answers.every((isReady) => isReady);
}

/** Returns this process's environment without npm's additions, and with the child's own. */
export function childEnv(own: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("npm_"));
  return { ...Object.fromEntries(inherited), ...own };
}
