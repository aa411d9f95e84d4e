/** `waiting` is the pause before a process that died is started again. */
type ProcessState = "starting" | "ready" | "waiting" | "stopped";

/** One supervised process. */
export interface ProcessStatus {
  readonly name: string;
  readonly pid: number | null;
  readonly port: number;
  readonly state: ProcessState;
  /** How often it was started again since the stack started. */
  readonly restarts: number;
}

export type StackPhase = "starting" | "ready" | "stopping";

/** What a running stack says about itself. */
export interface StackState {
  /** Of the process that supervises the others. */
  readonly pid: number;
  readonly phase: StackPhase;
  readonly mode: "development" | "production";
  /** Where people reach the root organization. */
  readonly url: string;
  /** In the order in which they were started. */
  readonly servers: readonly ProcessStatus[];
  readonly services: readonly ProcessStatus[];
  /** Where each service writes its log. */
  readonly logs: string;
}
