import { setTimeout as delay } from "node:timers/promises";

import { launch, LaunchError, type Launched, type LaunchOptions } from "../launch.ts";

const patienceMs = 30_000;
const pauseMs = 50;

/**
 * Launches a server as soon as the processes of one that was killed on the same data folder have ended:
 * PostgreSQL's backends notice the end of their postmaster only after it, and keep the shared memory until then.
 */
export async function afterPredecessor(options: LaunchOptions): Promise<Launched> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      return await launch(options);
    } catch (error) {
      const isEnding = error instanceof LaunchError && error.predecessorEnding;
      if (!isEnding || performance.now() > deadline) throw error;
    }
    await delay(pauseMs);
  }
}
