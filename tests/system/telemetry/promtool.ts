import { execFile } from "node:child_process";
import path from "node:path";

import { locateServer } from "@team-chat/servers";

/** Folder of the alerts and their cases. */
export const observability = path.join(import.meta.dirname, "../../../deploy/observability");

/**
 * Runs Prometheus' tool for rules; returns all that it says, and whether it is content.
 * @throws MissingServerError where it is not installed and cannot be
 */
export async function promtool(
  ...args: readonly string[]
): Promise<{ readonly succeeded: boolean; readonly output: string }> {
  const program = await locateServer("promtool");
  return new Promise((resolve) => {
    execFile(program, args, { cwd: observability }, (error, stdout, stderr) =>
      resolve({ succeeded: error === null, output: stdout + stderr }),
    );
  });
}
