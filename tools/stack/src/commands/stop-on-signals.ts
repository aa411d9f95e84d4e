const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Short, so that whoever kills npm and starts again at once finds the old stack ending rather than running. */
const pollMs = 50;

/** Calls `stop` once: on Ctrl-C, when asked to end, when the terminal goes, and when npm, the starter, is killed. */
export function stopOnSignals(stop: (reason: string) => void): void {
  let isStopping = false;
  const once = (reason: string): void => {
    if (isStopping) return;
    isStopping = true;
    stop(reason);
  };
  for (const signal of signals) process.on(signal, () => once(signal));
  // Whoever starts a stack without npm may mean it to outlive the shell.
  if (process.env["npm_execpath"] === undefined) return;
  const starter = process.ppid;
  setInterval(() => {
    if (process.ppid !== starter) once("the end of the starter");
  }, pollMs).unref();
}
