const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Calls `stop` once: on Ctrl-C, when asked to end, when the terminal goes, and when the program that started this one
 * is killed, which closes the channel to it.
 */
export function stopOnSignals(stop: (reason: string) => void): void {
  let isStopping = false;
  const once = (reason: string): void => {
    if (isStopping) return;
    isStopping = true;
    stop(reason);
  };
  for (const signal of signals) process.on(signal, () => once(signal));
  if (process.connected) process.on("disconnect", () => once("the end of the starter"));
}
