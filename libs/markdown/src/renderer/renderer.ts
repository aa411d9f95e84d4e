// See docs/subsystems/markdown.md.
import { availableParallelism } from "node:os";

import { AppError } from "@team-chat/errors";
import { currentWork, FairQueue, type Payer, type Spent } from "@team-chat/work";

import type { Context } from "../context.ts";
import { renderLight } from "../render-markdown.ts";
import type { Rendered, RenderedText } from "../rendered.ts";
import { answersFor } from "./answers.ts";
import { type Allowance, Budget } from "./budget.ts";
import { type RenderOutcome, type RenderTask, RenderThread } from "./render-thread.ts";

/** Limits of what one account may have waiting or under way at the same time. */
const maxJobs = { user: 16, realm: 64 };
/**
 * Rendering time: a minute of a user's waiting gives three seconds, and no organization has more than a fifth of a
 * processor for long.
 */
const usual = {
  user: { capacityMs: 3000, refillMs: 50 },
  realm: { capacityMs: 10_000, refillMs: 200 },
};

function now(): number {
  return performance.now();
}

/** Options that tests replace. */
export interface RendererOptions {
  /** At least two, so that one organization never has all of them. */
  readonly threads?: number;
  /** Milliseconds of one attempt, of which there are at most two of any weight. */
  readonly attemptMs?: number;
  /** After so many milliseconds a thread that has not answered is ended. */
  readonly overrunMs?: number;
  readonly allowances?: Readonly<Record<keyof typeof usual, Allowance>>;
}

interface Job {
  readonly task: RenderTask;
  readonly payer: Payer;
  readonly done: PromiseWithResolvers<Rendered>;
  readonly spent: Spent | undefined;
}

/**
 * Renders texts: light ones at once, others in threads of their own, so that no text holds up anything else.
 * Organizations take turns, none has all threads, and every user and organization has a budget.
 */
export class Renderer implements AsyncDisposable {
  readonly #idle: RenderThread[];
  readonly #threads: readonly RenderThread[];
  readonly #attemptMs: number;
  readonly #overrunMs: number;
  readonly #queue = new FairQueue<Job>();
  /** Jobs that are waiting or under way, by whom they are for. */
  readonly #jobs = new Map<string, number>();
  /** Jobs under way, by organization. */
  readonly #running = new Map<number, number>();
  readonly #budgets: Readonly<Record<keyof typeof usual, Budget>>;

  constructor(options: RendererOptions = {}) {
    const { threads, attemptMs = 70, overrunMs = 2000, allowances = usual } = options;
    this.#budgets = {
      user: new Budget(allowances.user, now),
      realm: new Budget(allowances.realm, now),
    };
    const count = threads ?? Math.min(4, Math.max(2, availableParallelism() - 1));
    this.#threads = Array.from({ length: count }, () => new RenderThread(overrunMs));
    this.#idle = [...this.#threads];
    this.#attemptMs = attemptMs;
    this.#overrunMs = overrunMs;
  }

  /**
   * Renders on somebody's account: a light text here, any other in a thread.
   * @throws RATE_LIMIT_HIT when too much is on that account, BAD_REQUEST when the text cannot be
   * rendered in the time that there is
   */
  async render(given: string, context: Context, payer: Payer): Promise<RenderedText> {
    const light = renderLight(given, context);
    if (light !== null) return { ...light, waited: false };
    return { ...(await this.#renderInThread(given, context, payer)), waited: true };
  }

  /** Ends the threads; all rendering that waits or is under way fails. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread[Symbol.asyncDispose]()));
  }

  async #renderInThread(given: string, context: Context, payer: Payer): Promise<Rendered> {
    this.#checkAccount(payer);
    const content = given.toWellFormed();
    const answers = answersFor(content, context);
    const task = { content, answers, plain: false, attemptMs: this.#attemptMs };
    const { spent } = currentWork() ?? {};
    const job = { task, payer, done: Promise.withResolvers<Rendered>(), spent };
    this.#count(payer, 1);
    this.#queue.push(job);
    this.#dispatch();
    try {
      return await job.done.promise;
    } finally {
      this.#count(payer, -1);
    }
  }

  #checkAccount(payer: Payer): void {
    const keys = keysOf(payer);
    for (const kind of ["user", "realm"] as const) {
      const key = keys[kind];
      const waitMs = this.#budgets[kind].waitMs(key);
      if (waitMs > 0) throw tooMuch(waitMs);
      if ((this.#jobs.get(key) ?? 0) >= maxJobs[kind]) throw tooMuch(1);
    }
  }

  #count(payer: Payer, by: number): void {
    for (const key of Object.values(keysOf(payer))) addTo(this.#jobs, key, by);
  }

  #dispatch(): void {
    const most = this.#threads.length - 1;
    for (let thread = this.#idle.pop(); thread; thread = this.#idle.pop()) {
      const job = this.#queue.take((realmId) => (this.#running.get(realmId) ?? 0) < most);
      if (!job) {
        this.#idle.push(thread);
        return;
      }
      addTo(this.#running, job.payer.realmId, 1);
      void this.#run(thread, job);
    }
  }

  async #run(thread: RenderThread, { done, payer, spent, task }: Job): Promise<void> {
    try {
      const { rendered } =
        (await this.#spend(thread, { task, payer, spent })) ??
        (await this.#spend(thread, { task: { ...task, plain: true }, payer, spent })) ??
        refusal;
      if (rendered === null) throw new AppError("BAD_REQUEST", "Unable to render message");
      done.resolve(rendered);
    } catch (error) {
      done.reject(error);
    } finally {
      addTo(this.#running, payer.realmId, -1);
      this.#idle.push(thread);
      this.#dispatch();
    }
  }

  async #spend(
    thread: RenderThread,
    { payer, spent, task }: Omit<Job, "done">,
  ): Promise<RenderOutcome | null> {
    const outcome = await thread.run(task);
    const spentMs = outcome?.spentMs ?? this.#overrunMs;
    const keys = keysOf(payer);
    for (const kind of ["user", "realm"] as const) this.#budgets[kind].spend(keys[kind], spentMs);
    if (spent !== undefined) spent.processorUs += spentMs * 1000;
    return outcome;
  }
}

const refusal = { rendered: null };

function keysOf({ realmId, userId }: Payer) {
  return { user: `${realmId}/${userId}`, realm: String(realmId) };
}

function addTo<Key>(counts: Map<Key, number>, key: Key, by: number): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}

function tooMuch(waitMs: number): AppError {
  return new AppError("RATE_LIMIT_HIT", "Too much rendering; try again later", {
    details: { "retry-after": Math.ceil(waitMs / 1000) },
  });
}
