import { spawn } from "node:child_process";

import type { Programs } from "@team-chat/bundle";

import { childEnv } from "./node-program.ts";
import type { StepDefinition } from "./plan/process-definition.ts";
import type { Wiring } from "./plan/wiring.ts";

interface StepContext {
  /** Root of the repository, in which it runs. */
  readonly root: string;
  readonly programs: Programs;
  readonly signal: AbortSignal;
}

/**
 * Runs one program to its end.
 *
 * @throws Error with its output when it fails.
 */
export function runStep(
  step: StepDefinition,
  wiring: Wiring,
  { programs, root, signal }: StepContext,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [programs.pathOf(step.entry), ...step.args], {
      cwd: root,
      env: childEnv({ ...programs.variables, ...step.env(wiring) }),
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
