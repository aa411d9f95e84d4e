import { readFile } from "node:fs/promises";
import { join } from "node:path";

export interface ProcessStatus {
  readonly name: string;
  /** Null while it is being started again. */
  readonly pid: number | null;
  readonly port: number;
  readonly state: "starting" | "ready" | "waiting" | "stopped";
  /** Number of restarts since the stack started. */
  readonly restarts: number;
  /** Port at which it tells what it has measured; servers have none. */
  readonly metricsPort?: number;
}

interface StackStatus {
  /** Of the process that watches over the others; left out when nothing runs. */
  readonly pid?: number;
  readonly phase: "starting" | "ready" | "stopping" | "stopped";
  /** Null when nothing runs. */
  readonly url: string | null;
  readonly servers: readonly ProcessStatus[];
  readonly services: readonly ProcessStatus[];
}

const nothing: StackStatus = { phase: "stopped", url: null, servers: [], services: [] };

/**
 * Reads the state of the stack with this data folder where `npm run status` has it from: to start a program for each
 * look would take most of a processor from what is measured.
 */
export async function readStatus(dataDir: string): Promise<StackStatus> {
  try {
    const text = await readFile(join(dataDir, "stack.json"), "utf8");
    return (JSON.parse(text) as { readonly state: StackStatus }).state;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return nothing;
    throw error;
  }
}
