const patienceMs = 15_000;

interface StopSettings {
  /** Time that the process may need beyond the usual 15 s, in milliseconds; none by default. */
  readonly extraMs?: number;
}

/**
 * Disposes of the service when the process is asked to end (SIGTERM, SIGINT); the process then ends by itself, or with
 * exit code 2 when that takes too long.
 */
export function stopOnSignals(service: AsyncDisposable, { extraMs = 0 }: StopSettings = {}): void {
  const stop = () => {
    setTimeout(() => process.exit(2), patienceMs + extraMs).unref();
    void service[Symbol.asyncDispose]();
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
}
