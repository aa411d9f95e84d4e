import { execFile } from "node:child_process";
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

/** Reads the state of the stack with this data folder by `npm run status -- --json`. */
export function readStatus(repository: string, dataDir: string): Promise<StackStatus> {
  const program = join(repository, "tools/stack/src/main.ts");
  const env = { ...process.env, DATA_DIR: dataDir };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [program, "status", "--json"], { env }, (error, stdout) => {
      // Its exit code says whether anything runs, which the phase says as well.
      if (stdout === "") {
        reject(error ?? new Error("npm run status printed nothing"));
      } else {
        resolve(JSON.parse(stdout) as StackStatus);
      }
    });
  });
}
