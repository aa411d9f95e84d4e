import type { StackState } from "./state/stack-state.ts";

/** Another process runs a stack in this data folder. */
export class AlreadyRunningError extends Error {
  override readonly name = "AlreadyRunningError";

  constructor(pid: number, state: StackState | null) {
    const where = state === null ? "" : ` at ${state.url}`;
    super(
      `Team Chat is already running${where} (pid ${pid}): "npm run status" shows its processes, "npm run stop" ends it.`,
    );
  }
}
