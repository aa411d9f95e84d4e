interface OfPartition {
  readonly partition: number;
  /** Aborts when the consumers have to end. */
  readonly signal: AbortSignal;
}

/**
 * Starts the consumers of each partition, which run until their signal aborts. Disposing of them waits for what they
 * are handling.
 */
export function consumePartitions(
  partitions: number,
  start: (of: OfPartition) => readonly Promise<void>[],
): AsyncDisposable {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = Array.from({ length: partitions }, (_, partition) =>
    start({ partition, signal }),
  ).flat();
  return {
    [Symbol.asyncDispose]: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
}
