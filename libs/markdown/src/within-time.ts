import { createContext, Script } from "node:vm";

let current: () => void = () => {};
const script = new Script("run()");
const sandbox = createContext({ run: () => current() });

/**
 * Runs something synchronous, but not for longer than this: it is then broken off wherever it is, also within a regular
 * expression. Returns null in that case. Costs about half a millisecond, so that it is for what may be heavy. Must not
 * be nested.
 */
export function withinTime<T>(limitMs: number, work: () => T): { readonly result: T } | null {
  let done: { readonly result: T } | null = null;
  current = () => {
    done = { result: work() };
  };
  try {
    script.runInContext(sandbox, { timeout: limitMs });
  } catch (error) {
    if (!isTimeout(error)) throw error;
  } finally {
    current = () => {};
  }
  return done;
}

/** Comes from another context, so that it is no instance of our Error. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === "object" &&
    error !== null &&
    "code" in error &&
    error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
  );
}
