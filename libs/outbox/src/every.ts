/** Runs the work at intervals, never twice at once; `onError` is told when it rejects. */
export function every(
  ms: number,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
): NodeJS.Timeout {
  let running = false;
  return setInterval(() => {
    if (running) return;
    running = true;
    work()
      .catch(onError)
      .finally(() => {
        running = false;
      });
  }, ms);
}
