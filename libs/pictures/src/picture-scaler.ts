import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { AppError } from "@team-chat/errors";

import type { ScaleOutcome, ScaleTask } from "./scale-task.ts";

/** Longest wait for one picture, however busy the machine is; the process ends itself long before when it is not. */
const maxMs = 60_000;
/** A process that nobody needs for so long is ended. */
const idleMs = 30_000;
/** Pictures that wait, of which each may be held in memory. */
const maxWaiting = 8;
const worker = fileURLToPath(new URL("picture-worker.ts", import.meta.url));

/**
 * Scales pictures that strangers sent, one after the other, in a process that has nothing to lose: it gets no variables
 * and no connections, and is ended when a picture takes too much time or memory.
 */
export class PictureScaler implements AsyncDisposable {
  readonly #closing = new AbortController();
  #running: ChildProcess | null = null;
  #idle: NodeJS.Timeout | undefined;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  /** Scales a picture to each of the sizes. @throws SERVICE_UNAVAILABLE when too many wait, and once disposed of */
  async scale(task: ScaleTask): Promise<ScaleOutcome> {
    if (this.#waiting >= maxWaiting || this.#closing.signal.aborted) throw unavailable();
    this.#waiting += 1;
    const outcome = this.#last.then(() => this.#run(task));
    this.#last = outcome.catch(() => {});
    try {
      return await outcome;
    } finally {
      this.#waiting -= 1;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    await this.#last;
    this.#end();
  }

  async #run(task: ScaleTask): Promise<ScaleOutcome> {
    if (this.#closing.signal.aborted) throw unavailable();
    clearTimeout(this.#idle);
    const child = (this.#running ??= await startWorker());
    const outcome = await this.#ask(child, task);
    if (outcome === null) this.#end();
    else this.#idle = setTimeout(() => this.#end(), idleMs).unref();
    if (this.#closing.signal.aborted) throw unavailable();
    return outcome ?? { kind: "died" };
  }

  /** Resolves with null when the process does not answer. */
  async #ask(child: ChildProcess, task: ScaleTask): Promise<ScaleOutcome | null> {
    const settled = new AbortController();
    const signal = AbortSignal.any([
      settled.signal,
      this.#closing.signal,
      AbortSignal.timeout(maxMs),
    ]);
    try {
      const answer = once(child, "message", { signal }).then(
        ([outcome]) => outcome as ScaleOutcome,
      );
      const death = once(child, "exit", { signal }).then(() => null);
      child.send(task);
      return await Promise.race([answer, death]);
    } catch {
      return null;
    } finally {
      settled.abort();
    }
  }

  #end(): void {
    clearTimeout(this.#idle);
    this.#running?.kill("SIGKILL");
    this.#running = null;
  }
}

/** Resolves once the process has read its modules. */
async function startWorker(): Promise<ChildProcess> {
  const child = fork(worker, [], {
    env: { MALLOC_ARENA_MAX: "2" },
    execArgv: [],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  // Whoever waits for an answer hears of its end; sending to one that is gone is no more than that.
  child.on("error", () => {});
  child.unref();
  child.channel?.unref();
  await Promise.race([once(child, "message"), once(child, "exit")]);
  return child;
}

function unavailable(): AppError {
  return new AppError("SERVICE_UNAVAILABLE", "Pictures cannot be scaled right now.", {
    details: { "retry-after": 5 },
  });
}
