import { spawn } from "node:child_process";
import { join } from "node:path";

import { childEnv } from "./node-program.ts";
import type { StepDefinition } from "./plan/process-definition.ts";
import type { Wiring } from "./plan/wiring.ts";

/**
 * Runs one program to its end.
 *
 * @throws Error with its output when it fails.
 */
export function runStep(
  step: StepDefinition,
  wiring: Wiring,
  { root, signal }: { readonly root: string; readonly signal: AbortSignal },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, step.entry), ...step.args], {
      cwd: root,
      env: childEnv(step.env(wiring)),
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
      signal,
    });
    let output = "";
    const keep = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-4000);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The step "${step.name}" failed:\n${output.trim()}`));
    });
  });
}
