import { chmodSync, mkdirSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

import { AlreadyRunningError } from "./already-running-error.ts";
import { stopLeftovers } from "./state/leftovers.ts";
import { lockHolder, takeLock } from "./state/lock.ts";
import { readState } from "./state/state-file.ts";

const stoppingTimeoutMs = 30_000;
const pollMs = 100;

/**
 * Makes the data folder this process's own, and ends what a killed run left behind in it.
 *
 * @returns how many processes were left.
 * @throws AlreadyRunningError when another process uses it and is not about to end.
 */
export async function takeDataFolder(dataDir: string): Promise<number> {
  mkdirSync(dataDir, { recursive: true });
  // PostgreSQL, which may run as another user, passes through it; each secret in it is closed by itself.
  chmodSync(dataDir, 0o755);
  const deadline = performance.now() + stoppingTimeoutMs;
  while (!takeLock(dataDir)) {
    const state = readState(dataDir)?.state ?? null;
    const holder = lockHolder(dataDir);
    // Another holder than the one that wrote the state is ending what that has left behind.
    const isEnding = state?.phase === "stopping" || (state !== null && state.pid !== holder);
    if (!isEnding || performance.now() > deadline)
      throw new AlreadyRunningError(holder ?? 0, state);
    await delay(pollMs);
  }
  return await stopLeftovers(dataDir);
}
