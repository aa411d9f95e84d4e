const firstMs = 100;
const longestMs = 5000;
const healthyAfterMs = 10_000;

/** Decides how long to wait before a process that died is started again. */
export interface BackOff {
  /** Returns the next pause in milliseconds, given how long the process had been ready: 0, 100, 200, 400 ... 5000. */
  next(readyForMs: number): number;
}

/** Starts with no pause, and again after ten seconds of health. */
export function createBackOff(): BackOff {
  let failures = 0;
  return {
    next: (readyForMs) => {
      if (readyForMs >= healthyAfterMs) failures = 0;
      const pauseMs = failures === 0 ? 0 : Math.min(firstMs * 2 ** (failures - 1), longestMs);
      failures += 1;
      return pauseMs;
    },
  };
}
