import { setTimeout as delay } from "node:timers/promises";

import { lockHolder } from "../state/lock.ts";

const timeoutMs = 60_000;
const pollMs = 50;

/** Ends the running stack and returns when it is gone; the exit code is 1 when it does not end. */
export async function stopCommand(dataDir: string): Promise<number> {
  const pid = lockHolder(dataDir);
  if (pid === null) {
    console.log("Team Chat is not running.");
    return 0;
  }
  process.kill(pid, "SIGTERM");
  const deadline = performance.now() + timeoutMs;
  while (lockHolder(dataDir) === pid && performance.now() < deadline) await delay(pollMs);
  const isGone = lockHolder(dataDir) !== pid;
  console.log(
    isGone
      ? "Stopped."
      : `Process ${pid} does not end: kill -9 ${pid}, and the next start cleans up.`,
  );
  return isGone ? 0 : 1;
}
