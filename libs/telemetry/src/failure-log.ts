import type { Logger } from "./logger.ts";

/**
 * Returns a hearer of failures after which work goes on, such as those of a task that is tried again. `message` is a
 * sentence that names the task and says what follows.
 */
export function failureLog(log: Logger, message: string): (error: unknown) => void {
  return (error) => {
    log.error({ err: error }, message);
  };
}
