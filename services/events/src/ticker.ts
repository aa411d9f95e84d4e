/** Runs work at an interval, never twice at a time, until disposed; failures are reported and do not stop it. */
export function every(
  ms: number,
  work: () => Promise<void> | void,
  onError: (error: unknown) => void,
): Disposable {
  let running = false;
  const run = async () => {
    if (running) return;
    running = true;
    try {
      await work();
    } catch (error) {
      onError(error);
    } finally {
      running = false;
    }
  };
  const timer = setInterval(() => void run(), ms);
  return {
    [Symbol.dispose]: () => {
      clearInterval(timer);
    },
  };
}
