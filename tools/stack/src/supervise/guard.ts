import { spawn } from "node:child_process";

import { childEnv } from "../node-program.ts";

/**
 * Has a shell wait for the end of this process, which ends what it leaves behind when it was killed: with a line the
 * guard is told that nothing is left, without one it runs `command`. A shell, because it takes no memory to speak of.
 *
 * @param command Program, arguments and environment of what ends the rest.
 * @returns tells the guard that nothing is left.
 */
export function guardAgainstKill(
  command: readonly string[],
  env: Record<string, string>,
): () => void {
  const shell = spawn("sh", ["-c", 'read -r _ || exec "$@"', "guard", ...command], {
    env: childEnv(env),
    stdio: ["pipe", "ignore", "ignore"],
    // Ctrl-C in a terminal is not for it.
    detached: true,
  });
  // Without it a killed run is cleaned up by the next start.
  shell.once("error", () => undefined);
  shell.stdin.once("error", () => undefined);
  shell.unref();
  return () => shell.stdin.end("\n");
}
