import type { Shape } from "../plan/process-definition.ts";

/** `waiting` is the pause before a process that died is started again. */
type ProcessState = "starting" | "ready" | "waiting" | "stopped";

/** One supervised process, or one of the services that it runs. */
export interface ProcessStatus {
  readonly name: string;
  readonly pid: number | null;
  readonly port: number;
  /** Port of `GET /metrics`, of processes that have one. */
  readonly metricsPort?: number | undefined;
  /** Port of the operator's interface, of processes that have one. */
  readonly operatorPort?: number | undefined;
  readonly state: ProcessState;
  /** Number of restarts since the stack started. */
  readonly restarts: number;
}

export type StackPhase = "starting" | "ready" | "stopping";

/** State of a running stack, as it publishes it. */
export interface StackState {
  /** Of the process that supervises the others. */
  readonly pid: number;
  readonly phase: StackPhase;
  readonly mode: "development" | "production";
  readonly shape: Shape;
  /** Address at which people reach the root organization. */
  readonly url: string;
  /** In the order in which they were started. */
  readonly servers: readonly ProcessStatus[];
  /** Those that one process runs have its pid. */
  readonly services: readonly ProcessStatus[];
  /** Folder in which each service writes its log. */
  readonly logs: string;
}
