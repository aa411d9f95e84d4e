import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import type { Account } from "./postgres/account.ts";
import type { Exit } from "./server-handle.ts";

const defaultReadyTimeoutMs = 30_000;
const defaultPollMs = 10;
const killAfterMs = 10_000;

/** A program to run, and the way to see that it is up. */
export interface LaunchOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** That of this process by default. */
  readonly env?: NodeJS.ProcessEnv;
  readonly account?: Account;
  /** Output is appended here. */
  readonly logFile: string;
  readonly stopSignal: NodeJS.Signals;
  /** Asked every few milliseconds until it says yes; it must not throw. */
  readonly isReady: (pid: number) => boolean | Promise<boolean>;
  /** Pause between two questions; 10 by default. */
  readonly pollMs?: number;
  /** 30,000 by default. */
  readonly readyTimeoutMs?: number;
  /** Called as soon as the process exists, before it is ready. */
  readonly onSpawn?: ((pid: number) => void) | undefined;
}

/** A process that was started and has become ready. */
export interface Launched {
  readonly pid: number;
  readonly exited: Promise<Exit>;
  stop(): Promise<void>;
}

/** A server that ended before it was ready, or never became ready; the message ends with its last output. */
export class LaunchError extends Error {
  override readonly name = "LaunchError";
  /** True if another process took the port first, so that a new port is worth a try. */
  readonly portTaken: boolean;
  /** True if processes of a predecessor that was killed have not ended yet; they do so by themselves. */
  readonly predecessorEnding: boolean;
  /** Exit of the process, when it ended by itself. */
  readonly exit: Exit | null;

  constructor(
    message: string,
    { output = "", exit = null }: { output?: string; exit?: Exit | null } = {},
  ) {
    super(output === "" ? message : `${message}\n${output}`);
    this.exit = exit;
    this.portTaken = /address (is )?already in use/i.test(output);
    this.predecessorEnding = /pre-existing shared memory block .* is still in use/.test(output);
  }
}

/**
 * Starts a program in a process group of its own, so that Ctrl-C in a terminal reaches only its starter.
 *
 * @throws LaunchError when it ends, or does not become ready in time.
 */
export async function launch(options: LaunchOptions): Promise<Launched> {
  const logStart = existsSync(options.logFile) ? statSync(options.logFile).size : 0;
  const child = spawnInto(options);
  const exited = exitOf(child);
  const name = basename(options.command);
  const { pid } = child;
  if (pid === undefined) {
    await exited;
    throw new LaunchError(`${name} could not be started from ${options.command}.`);
  }
  options.onSpawn?.(pid);
  const launched: Launched = { pid, exited, stop: () => stop(child, options.stopSignal, exited) };
  const state = await untilReady({ ...options, pid, exited });
  if (state === "ready") return launched;
  await launched.stop();
  const reason = state === "ended" ? "ended before it was ready" : "was not ready in time";
  const output = readFileSync(options.logFile).subarray(logStart).toString().slice(-2000).trim();
  const exit = await exited;
  throw new LaunchError(`${name} ${reason}.`, { output, exit: state === "ended" ? exit : null });
}

function spawnInto({ command, args, cwd, env, account, logFile }: LaunchOptions): ChildProcess {
  const log = openSync(logFile, "a", 0o600);
  try {
    return spawn(command, args, {
      cwd,
      ...(env === undefined ? {} : { env }),
      stdio: ["ignore", log, log],
      detached: true,
      ...account,
    });
  } finally {
    closeSync(log);
  }
}

function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
    child.once("error", () => resolve({ code: 127, signal: null }));
  });
}

async function untilReady({
  isReady,
  pid,
  exited,
  pollMs = defaultPollMs,
  readyTimeoutMs = defaultReadyTimeoutMs,
}: LaunchOptions & { pid: number; exited: Promise<Exit> }): Promise<"ready" | "ended" | "late"> {
  const deadline = performance.now() + readyTimeoutMs;
  const ended = exited.then(() => "ended" as const);
  while (performance.now() < deadline) {
    const state = await Promise.race([ended, isReady(pid)]);
    if (state === "ended") return "ended";
    if (state) return "ready";
    await delay(pollMs);
  }
  return "late";
}

async function stop(
  child: ChildProcess,
  signal: NodeJS.Signals,
  exited: Promise<Exit>,
): Promise<void> {
  child.kill(signal);
  const killer = setTimeout(() => child.kill("SIGKILL"), killAfterMs);
  await exited;
  clearTimeout(killer);
}
