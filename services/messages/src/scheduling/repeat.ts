import type { Logger } from "@team-chat/telemetry";

const everyMs = 1000;

/** Does the work each second, never twice at the same time, until disposed of; then it waits for what is under way. */
export function repeat(work: () => Promise<void>, log: Logger): AsyncDisposable {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= work()
      .catch((error: unknown) => {
        log.error({ err: error }, "tried again in a second");
      })
      .finally(() => {
        running = undefined;
      });
  }, everyMs);
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await running;
    },
  };
}
