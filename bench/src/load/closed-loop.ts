export interface LoadResult {
  /** In order of completion. */
  readonly latenciesMs: readonly number[];
  readonly elapsedMs: number;
}

interface ClosedLoop {
  /** Number of requests in flight at all times. */
  readonly concurrency: number;
  readonly durationMs: number;
  /** Does one request as sender 0 … concurrency - 1. */
  readonly send: (sender: number) => Promise<unknown>;
}

/**
 * Throughput: each sender sends its next request when the last one was answered, until the time is up.
 * @throws the first error of any request; every request that was started has been waited for.
 */
export async function closedLoop({
  concurrency,
  durationMs,
  send,
}: ClosedLoop): Promise<LoadResult> {
  const latenciesMs: number[] = [];
  const failures: unknown[] = [];
  const startedAt = performance.now();
  const runSender = async (sender: number): Promise<void> => {
    while (failures.length === 0 && performance.now() - startedAt < durationMs) {
      const sentAt = performance.now();
      try {
        await send(sender);
        latenciesMs.push(performance.now() - sentAt);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, (_, sender) => runSender(sender)));
  if (failures.length > 0) {
    throw failures[0];
  }
  return { latenciesMs, elapsedMs: performance.now() - startedAt };
}

/** Requests per second. */
export function ratePerSecond({ latenciesMs, elapsedMs }: LoadResult): number {
  return (latenciesMs.length * 1000) / elapsedMs;
}
