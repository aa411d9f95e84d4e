const mostMs = 1000;
const guessedMs = 200;

/** Does something when the browser has nothing else to do, or a little later in Safari, which does not tell. */
export function whenIdle(run: () => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(run, { timeout: mostMs });
  else setTimeout(run, guessedMs);
}
