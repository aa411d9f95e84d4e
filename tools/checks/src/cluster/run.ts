import { spawn } from "node:child_process";

/** Result of a program: its end, and its output. */
export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Surroundings of a program. */
export interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: string;
  /** Ends it, with its reason in `stderr`. */
  readonly signal?: AbortSignal;
}

/** Runs a program to its end; one that cannot be started has the status null, and says why in `stderr`. */
export async function run(
  command: string,
  args: readonly string[],
  { input = "", ...options }: RunOptions = {},
): Promise<Outcome> {
  const child = spawn(command, args, { ...options, stdio: ["pipe", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  // Who does not read his input to its end says so by how he ends.
  child.stdin.on("error", () => undefined).end(input);
  return await new Promise((resolve) => {
    child.once("error", ({ message }) =>
      resolve({ status: null, stdout, stderr: String(options.signal?.reason ?? message) }),
    );
    child.once("close", (status) => resolve({ status, stdout, stderr }));
  });
}
