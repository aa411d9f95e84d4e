import { execFile } from "node:child_process";
import { promisify } from "node:util";

import type { StackState } from "./state/stack-state.ts";

const run = promisify(execFile);

/**
 * Returns the text for people when everything is ready. It is made by a program that ends, because that knows the demo
 * organizations, and with them the whole contract.
 *
 * @param program Path of this tool's program.
 */
export async function announce(
  program: string,
  { url }: StackState,
  dataDir: string,
): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir };
  try {
    const { stdout } = await run(process.execPath, [program, "banner"], { env });
    return stdout.trimEnd();
  } catch (error) {
    // Everything runs, whatever can be said about it.
    return `Team Chat is ready: ${url}\n${error instanceof Error ? error.message : String(error)}`;
  }
}
