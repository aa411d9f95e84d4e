import { once } from "node:events";
import { Worker } from "node:worker_threads";

import { AppError } from "@team-chat/errors";

import type { Rendered } from "../rendered.ts";
import type { Answers } from "./answers.ts";

/** Task of a rendering thread. */
export interface RenderTask {
  /** Well-formed. */
  readonly content: string;
  readonly answers: Answers;
  /** Without highlighting and mathematics from the outset. */
  readonly plain: boolean;
  /** Milliseconds for one attempt. */
  readonly attemptMs: number;
}

/** Result of a task; `rendered` is null when it was refused. */
export interface RenderOutcome {
  readonly rendered: Rendered | null;
  /** Processor time that it took, in milliseconds. */
  readonly spentMs: number;
}

/** Answer of a thread; an error is a mistake in our code. */
export type ThreadAnswer = RenderOutcome | { readonly error: unknown };

/** Memory for the largest formulas; whoever needs more is ended like one that takes too long. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };

/**
 * A thread that renders one text at a time. It is started when it is first needed, and again after it had to be ended.
 */
export class RenderThread implements AsyncDisposable {
  readonly #overrunMs: number;
  readonly #closing = new AbortController();
  #running: Promise<Worker> | null = null;

  constructor(overrunMs: number) {
    this.#overrunMs = overrunMs;
  }

  /**
   * Runs a task; returns null when the thread had to be ended because of the text.
   * @throws SERVICE_UNAVAILABLE once disposed of, and what rendering throws by mistake
   */
  async run(task: RenderTask): Promise<RenderOutcome | null> {
    if (this.#closing.signal.aborted) throw closed();
    const worker = await (this.#running ??= startThread());
    const overrun = AbortSignal.timeout(this.#overrunMs);
    let answer: ThreadAnswer;
    try {
      const answering = once(worker, "message", {
        signal: AbortSignal.any([overrun, this.#closing.signal]),
      });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads of one process have no origins
      worker.postMessage(task);
      [answer] = (await answering) as [ThreadAnswer];
    } catch {
      this.#running = null;
      await worker.terminate();
      if (this.#closing.signal.aborted) throw closed();
      return null;
    }
    if ("error" in answer) throw answer.error;
    return answer;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    const worker = await this.#running;
    await worker?.terminate();
  }
}

function closed(): AppError {
  return new AppError("SERVICE_UNAVAILABLE", "This process is stopping.");
}

/** Resolves once it has read its modules, which does not count as rendering. */
async function startThread(): Promise<Worker> {
  // Nothing of the process's environment or switches is its business.
  const options = { resourceLimits, env: {}, execArgv: [], argv: [] };
  const worker = new Worker(new URL("render-worker.ts", import.meta.url), options);
  worker.unref();
  await once(worker, "message");
  // Whoever waits for an answer hears of it as well; nobody may be waiting.
  worker.on("error", () => {});
  return worker;
}
