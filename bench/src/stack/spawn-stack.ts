import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { type Cores, runOn } from "../cores.ts";
import { readStatus } from "./read-status.ts";

const startTimeoutMs = 120_000;

export type StackCommand = "dev" | "start";

/** Spread of the services over processes. */
export type Shape = "one" | "services";

interface SpawnOptions {
  readonly command: StackCommand;
  /** Processes of each service. */
  readonly replicas: number;
  readonly shape: Shape;
  readonly env: Readonly<Record<string, string>>;
  /** Cores of all its processes; any when left out. */
  readonly cores?: Cores | undefined;
  readonly resources: AsyncDisposableStack;
}

/** Starts what an npm command starts, on free ports and in a data folder of its own; both go with the resources. */
export async function spawnStack(
  repository: string,
  { command, cores, env, replicas, resources, shape }: SpawnOptions,
): Promise<{ readonly url: URL; readonly dataDir: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), "team-chat-bench-stack-"));
  resources.defer(() => rm(dataDir, { recursive: true, force: true }));
  await chmod(dataDir, 0o755);
  const main = join(repository, "tools/stack/src/main.ts");
  const { args, program } = runOn(cores, [process.execPath, main, command]);
  const child = spawn(program, args, {
    cwd: repository,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: "0",
      REPLICAS: String(replicas),
      SHAPE: shape,
      // As if npm had started it: it then ends when this process is killed.
      npm_execpath: "npm",
      LOG_LEVEL: "warn",
      ...env,
    },
  });
  resources.defer(() => end(child));
  const output = collectOutput(child);
  const deadline = performance.now() + startTimeoutMs;
  while (performance.now() < deadline && child.exitCode === null) {
    const { phase, url } = await readStatus(dataDir);
    if (phase === "ready" && url !== null) {
      return { url: new URL(url), dataDir };
    }
    await delay(250);
  }
  throw new Error(`the stack did not start:\n${output()}`);
}

function collectOutput(child: ChildProcess): () => string {
  let text = "";
  const take = (chunk: Buffer): void => {
    text = (text + chunk.toString("utf8")).slice(-4000);
  };
  child.stdout?.on("data", take);
  child.stderr?.on("data", take);
  return () => text;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  }
}
