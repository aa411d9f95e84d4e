import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Programs } from "@team-chat/bundle";

import { stackProgram } from "./become-bundle.ts";
import { watchLog } from "./logs/watch-log.ts";
import { nodeTarget } from "./node-program.ts";
import { prepareWiring } from "./plan/prepare-wiring.ts";
import type { StepDefinition } from "./plan/process-definition.ts";
import type { Wiring } from "./plan/wiring.ts";
import { runStep } from "./run-step.ts";
import { installFor, serverNames, serverTarget } from "./server-targets.ts";
import type { StackOptions } from "./stack-options.ts";
import { releaseLock } from "./state/lock.ts";
import type { StackPhase, StackState } from "./state/stack-state.ts";
import { removeState, writeState } from "./state/state-file.ts";
import { Group } from "./supervise/group.ts";
import { guardAgainstKill } from "./supervise/guard.ts";
import { Inside } from "./supervise/inside.ts";
import { takeDataFolder } from "./take-data-folder.ts";

/** The servers and services of one data folder, all supervised by this process. */
export class Stack {
  readonly #options: StackOptions;
  readonly #programs: Programs;
  readonly #logs: string;
  readonly #servers: Group;
  readonly #services: Group;
  readonly #inside = new Inside();
  readonly #stopping = new AbortController();
  /** End the watching of the logs. */
  readonly #endWatching: (() => void)[] = [];
  /** Tells the guard that nothing is left to be ended. */
  #endGuard: () => void = () => undefined;
  #wiring: Wiring | null = null;
  #phase: StackPhase = "starting";
  #stopped: Promise<void> | null = null;

  constructor(options: StackOptions, programs: Programs) {
    this.#options = options;
    this.#programs = programs;
    this.#logs = join(options.dataDir, "logs");
    const listener = { onChange: () => this.#note(), say: options.say };
    this.#servers = new Group(listener);
    this.#services = new Group(listener);
  }

  /**
   * Returns when every process is ready; whatever it throws, `stop` is to be called.
   *
   * @throws AlreadyRunningError, PortTakenError, MissingServerError: their messages are for people.
   */
  async start(): Promise<void> {
    const { plan } = this.#options;
    const wiring = await this.#prepare();
    await this.#startServers(wiring);
    await this.runSteps(plan.before);
    await this.#startServices(wiring);
    await this.#runOptionalSteps(plan.after);
    this.#enter("ready");
  }

  /** Ends everything in the reverse order of starting. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stopAll();
    return this.#stopped;
  }

  /** Returns the values that the processes' environments are made of. */
  wiring(): Wiring {
    if (this.#wiring === null) throw new Error("The stack has not been started.");
    return this.#wiring;
  }

  state(): StackState {
    return {
      pid: process.pid,
      phase: this.#phase,
      mode: this.#options.mode,
      shape: this.#options.plan.shape,
      url: `${this.#options.externalScheme}://${this.wiring().externalHost}`,
      servers: this.#servers.statuses(),
      services: [...this.#services.statuses(), ...this.#inside.statuses()],
      logs: this.#logs,
    };
  }

  /** Starts a service again, as after a change of its code. */
  async restart(service: string): Promise<void> {
    await this.#services.restart(service);
  }

  /** Runs programs one after the other, as after a change of a migration. */
  async runSteps(steps: readonly StepDefinition[]): Promise<void> {
    const { root, dataDir } = this.#options;
    const { signal } = this.#stopping;
    for (const step of steps) {
      const done = join(dataDir, `${step.name}.done`);
      if (step.isOnce && existsSync(done)) continue;
      await runStep(step, this.wiring(), { root, programs: this.#programs, signal });
      if (step.isOnce) writeFileSync(done, "");
    }
  }

  /** Runs steps whose failure is told but ends nothing, because everything that people use runs already. */
  async #runOptionalSteps(steps: readonly StepDefinition[]): Promise<void> {
    try {
      await this.runSteps(steps);
    } catch (error) {
      this.#stopping.signal.throwIfAborted();
      const reason = error instanceof Error ? error.message : String(error);
      this.#options.say(`${reason}\nEverything else runs; the next start tries again.`);
    }
  }

  async #prepare(): Promise<Wiring> {
    const { dataDir, say } = this.#options;
    const left = await takeDataFolder(dataDir);
    const { execPath } = process;
    this.#endGuard = guardAgainstKill(
      [execPath, this.#programs.pathOf(stackProgram), "end-leftovers"],
      { DATA_DIR: dataDir },
    );
    // From here on the folder is ours, and `stop` gives it back.
    this.#wiring = await prepareWiring(this.#options).catch((error: unknown) => {
      this.#endGuard();
      releaseLock(dataDir);
      throw error;
    });
    if (left > 0) say(`Ended ${left} processes that an earlier run had left behind.`);
    this.#enter("starting");
    return this.#wiring;
  }

  async #startServers(wiring: Wiring): Promise<void> {
    const { externalUrls, dataDir, durable } = this.#options;
    const own = serverNames.filter((name) => externalUrls[name] === undefined);
    await installFor(own);
    mkdirSync(this.#logs, { recursive: true, mode: 0o700 });
    this.#stopping.signal.throwIfAborted();
    const place = { dataDir, durable, logs: this.#logs };
    this.#servers.start(own.map((name) => serverTarget(name, wiring, place)));
    for (const name of own) this.#endWatching.push(watchLog(join(this.#logs, `${name}.log`)));
    await this.#servers.allReady(this.#options.say);
  }

  async #startServices(wiring: Wiring): Promise<void> {
    const { plan, root, say } = this.#options;
    this.#stopping.signal.throwIfAborted();
    const place = { root, programs: this.#programs, logs: this.#logs };
    for (const { name } of plan.services) {
      const file = join(this.#logs, `${name}.log`);
      this.#endWatching.push(watchLog(file, { say: (line) => say(`${name}: ${line}`) }));
    }
    await this.#inside.start(plan.inside, wiring);
    this.#services.start(plan.services.map((one) => nodeTarget(one, wiring, place)));
    await this.#services.allReady(say);
  }

  async #stopAll(): Promise<void> {
    if (this.#wiring === null) return;
    this.#stopping.abort();
    this.#enter("stopping");
    await this.#services.stop();
    await this.#inside.stop();
    await this.#servers.stop();
    for (const end of this.#endWatching) end();
    removeState(this.#options.dataDir);
    this.#endGuard();
    releaseLock(this.#options.dataDir);
    this.#wiring = null;
  }

  #enter(phase: StackPhase): void {
    // A start that is being stopped may still come to its end.
    if (this.#phase === "stopping") return;
    this.#phase = phase;
    this.#note();
  }

  #note(): void {
    if (this.#wiring !== null) writeState(this.#options.dataDir, this.state());
  }
}
