import { setTimeout as delay } from "node:timers/promises";

import type { Stack } from "../stack.ts";

const patienceMs = 60_000;
const pauseMs = 50;

/**
 * Stops a process of the stack as a rollout does, and resolves when another one is ready in its place.
 * @throws Error when that takes too long
 */
export async function restart(stack: Stack, name: string): Promise<void> {
  const { pid, restarts } = await stack.process(name);
  if (pid === null) throw new Error(`${name} is not running`);
  process.kill(pid, "SIGTERM");
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline) {
    await delay(pauseMs);
    const now = await stack.process(name);
    if (now.restarts > restarts && now.state === "ready") return;
  }
  throw new Error(`${name} did not come back`);
}
