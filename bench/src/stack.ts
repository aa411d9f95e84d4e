import { join, resolve } from "node:path";

import type { Cores } from "./cores.ts";
import { type ProcessStatus, readStatus } from "./stack/read-status.ts";
import { type Shape, spawnStack, type StackCommand } from "./stack/spawn-stack.ts";

/** A running product that benches load through its gateway. */
export interface Stack {
  /** Origin of the root organization, as clients write it. */
  readonly url: URL;
  /** Data folder of the running product; secrets and state are read from there. */
  readonly dataDir: string;
  /** Returns the process of a service, or of `postgres`. @throws Error when the stack does not run on this machine. */
  process(service: string): Promise<ProcessStatus>;
  /** Process that watches over all others. @throws Error when the stack does not run on this machine. */
  supervisor(): Promise<number>;
  /** All its processes, servers and services. */
  processes(): Promise<readonly ProcessStatus[]>;
}

interface StackOptions {
  readonly command?: StackCommand;
  /** Processes of each service; 1 when left out. */
  readonly replicas?: number;
  /** All services as one process, or a process for each: what the recorded figures are of, when left out. */
  readonly shape?: Shape;
  /** Further variables of the command. */
  readonly env?: Readonly<Record<string, string>>;
  /** Cores of all its processes; any when left out. */
  readonly cores?: Cores;
}

const repository = join(import.meta.dirname, "..", "..");

/**
 * Opens the product at STACK_URL (with DATA_DIR, when it is not the repository's own `.data`), which is left running,
 * or one of the bench's own: on free ports, with an empty data folder that is removed with it. `dev` runs programs as
 * they are written, for whoever looks at their files.
 */
export async function openStack(
  resources: AsyncDisposableStack,
  { command = "start", cores, env = {}, replicas = 1, shape = "services" }: StackOptions = {},
): Promise<Stack> {
  const given = process.env["STACK_URL"];
  if (given !== undefined) {
    const dataDir = resolve(repository, process.env["DATA_DIR"] ?? ".data");
    return stackAt(new URL(given), dataDir);
  }
  const options = { command, cores, env, replicas, shape, resources };
  const { url, dataDir } = await spawnStack(repository, options);
  return stackAt(url, dataDir);
}

function stackAt(url: URL, dataDir: string): Stack {
  return {
    url,
    dataDir,
    supervisor: async () => {
      const { pid } = await readStatus(dataDir);
      if (pid === undefined) throw new Error(`nothing runs with the data folder ${dataDir}`);
      return pid;
    },
    processes: async () => {
      const { servers, services } = await readStatus(dataDir);
      return [...servers, ...services];
    },
    process: async (service) => {
      const { servers, services } = await readStatus(dataDir);
      const found = [...servers, ...services].find(({ name }) => name === service);
      if (found === undefined) {
        throw new Error(`no ${service} runs with the data folder ${dataDir}: set DATA_DIR`);
      }
      return found;
    },
  };
}

/** @throws Error when the service is just being started again. */
export async function pidOf(stack: Stack, service: string): Promise<number> {
  const { pid } = await stack.process(service);
  if (pid === null) {
    throw new Error(`${service} is not running`);
  }
  return pid;
}
