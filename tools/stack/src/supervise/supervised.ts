import { setTimeout as delay } from "node:timers/promises";

import { LaunchError, type Exit, type Launched } from "@team-chat/servers";

import { processIdentity } from "../state/process-identity.ts";
import type { ProcessStatus } from "../state/stack-state.ts";
import { createBackOff } from "./back-off.ts";

/** Something that can be started again and again under one name. */
export interface Target {
  readonly name: string;
  /** Services of the process with their ports; the process itself when it is no more than one. */
  readonly runs: readonly Pick<ProcessStatus, "metricsPort" | "name" | "operatorPort" | "port">[];
  /** Resolves when it is ready; `onSpawn` hears its pid before that. Rejects with LaunchError when it ends first. */
  start(onSpawn: (pid: number) => void): Promise<Launched>;
}

/** Receiver of what happens to a supervised process. */
export interface Listener {
  /** Called after every change of the status. */
  onChange(): void;
  /** Says one sentence to people. */
  say(sentence: string): void;
}

const attemptsAtFirst = 5;

/** A process that is started again whenever it dies. */
export class Supervised {
  readonly #target: Target;
  readonly #listener: Listener;
  readonly #backOff = createBackOff();
  readonly #stopping = new AbortController();
  readonly #first = Promise.withResolvers<void>();
  readonly #loop: Promise<void>;
  #status: Pick<ProcessStatus, "pid" | "restarts" | "state"> = {
    pid: null,
    state: "starting",
    restarts: 0,
  };
  #running: Launched | null = null;
  #isRestarting = false;
  #lastError: unknown = null;

  constructor(target: Target, listener: Listener) {
    this.#target = target;
    this.#listener = listener;
    // Whoever does not wait for the first start must not be ended by its failure.
    this.#first.promise.catch(() => undefined);
    this.#loop = this.#run();
  }

  get name(): string {
    return this.#target.name;
  }

  /** Tells of each service that the process runs. */
  statuses(): readonly ProcessStatus[] {
    return this.#target.runs.map((one) => ({ ...one, ...this.#status }));
  }

  /** Settles when it is ready for the first time; rejects when it ended five times before that. */
  firstReady(): Promise<void> {
    return this.#first.promise;
  }

  /** Stops it and lets it be started again at once, which does not count as a failure. */
  async restart(): Promise<void> {
    if (this.#status.state === "waiting") return;
    this.#isRestarting = true;
    if (this.#running === null) this.#signal("SIGTERM");
    else await this.#running.stop();
  }

  /** Ends it for good. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    if (this.#running === null) this.#signal("SIGTERM");
    else await this.#running.stop();
    await this.#loop;
  }

  async #run(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const { exit, readyForMs } = await this.#live();
      const { pid } = this.#status;
      if (this.#stopping.signal.aborted) break;
      const pauseMs = this.#isRestarting ? 0 : this.#backOff.next(readyForMs);
      if (!this.#isRestarting) this.#announce(pid, exit, pauseMs);
      this.#isRestarting = false;
      if (attempt === attemptsAtFirst) this.#first.reject(this.#lastError);
      this.#change({ pid: null, state: "waiting", restarts: this.#status.restarts + 1 });
      await delay(pauseMs, null, { signal: this.#stopping.signal }).catch(() => null);
      if (this.#stopping.signal.aborted) break;
    }
    this.#change({ pid: null, state: "stopped" });
    this.#first.reject(new Error(`${this.#target.name} was stopped.`));
  }

  /** Runs the process for one life, from start to end. */
  async #live(): Promise<{ exit: Exit | null; readyForMs: number }> {
    this.#change({ pid: null, state: "starting" });
    try {
      this.#running = await this.#target.start((pid) => this.#change({ pid }));
    } catch (error) {
      this.#lastError = error;
      if (!(error instanceof LaunchError)) this.#first.reject(error);
      return { exit: error instanceof LaunchError ? error.exit : null, readyForMs: 0 };
    }
    const readyAt = performance.now();
    this.#change({ pid: this.#running.pid, state: "ready" });
    this.#first.resolve();
    // Asked to stop before there was anything to stop.
    if (this.#stopping.signal.aborted) await this.#running.stop();
    const exit = await this.#running.exited;
    this.#running = null;
    return { exit, readyForMs: performance.now() - readyAt };
  }

  #announce(pid: number | null, exit: Exit | null, pauseMs: number): void {
    const who = pid === null ? this.#target.name : `${this.#target.name} (pid ${pid})`;
    const when = pauseMs === 0 ? "now" : `in ${pauseMs} ms`;
    this.#listener.say(`${who} ${describe(exit)}; starting it again ${when}.`);
  }

  #change(change: Partial<Pick<ProcessStatus, "pid" | "restarts" | "state">>): void {
    this.#status = { ...this.#status, ...change };
    this.#listener.onChange();
  }

  /** Signals a process that is not ready yet, when only its pid is known. */
  #signal(name: NodeJS.Signals): void {
    const { pid, state } = this.#status;
    const isThere = pid !== null && state === "starting" && processIdentity(pid) !== null;
    if (isThere) process.kill(pid, name);
  }
}

function describe(exit: Exit | null): string {
  if (exit === null) return "could not be started";
  return exit.signal === null ? `ended with code ${exit.code}` : `was killed by ${exit.signal}`;
}
