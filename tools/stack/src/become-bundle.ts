import { bundledPrograms, ownBundle, type Programs } from "@team-chat/bundle";

/** Program of this tool, from the root of the repository. */
export const stackProgram = "tools/stack/src/main.ts";

/** Keeps the heap small: a supervisor has little to do, and lives as long as the stack. */
const heap = ["--max-semi-space-size=1", "--max-old-space-size=64"];

/**
 * Returns the programs to start. A process that runs this tool as it is written becomes its bundle first, under its
 * pid, because what is needed to find and make bundles takes more memory than all that follows.
 *
 * @throws Error with the bundler's words when a program cannot be bundled
 */
export async function becomeBundle(root: string): Promise<Programs> {
  const own = ownBundle(root);
  if (own !== null) return own;
  const bundle = (await bundledPrograms(root)).pathOf(stackProgram);
  const { argv, env, execPath } = process;
  if (process.execve === undefined) throw new Error("This Node cannot replace a program.");
  return process.execve(execPath, [execPath, ...heap, bundle, ...argv.slice(2)], env);
}
