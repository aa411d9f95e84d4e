import type { ProcessStatus } from "../state/stack-state.ts";
import { type Listener, Supervised, type Target } from "./supervised.ts";

/** Limits of a start, in ms: who takes longer than usual is named, and beyond the longest the start has failed. */
const startMs = { usual: 30_000, longest: 300_000 };

/** Supervised processes that are started together. */
export class Group {
  readonly #members: Supervised[] = [];
  readonly #listener: Listener;

  constructor(listener: Listener) {
    this.#listener = listener;
  }

  /** Starts the targets at the same time. */
  start(targets: readonly Target[]): void {
    for (const target of targets) this.#members.push(new Supervised(target, this.#listener));
  }

  /**
   * Returns when each has been ready once; says what is waited for when that takes long.
   *
   * @throws Error that names what was not ready in time or could not be started.
   */
  async allReady(say: (line: string) => void): Promise<void> {
    const late = Promise.withResolvers<never>();
    const slow = setTimeout(() => say(`waits for ${this.#missing()}`), startMs.usual);
    const timer = setTimeout(
      () => late.reject(new Error(`Not ready in time: ${this.#missing()}.`)),
      startMs.longest,
    );
    try {
      await Promise.race([
        Promise.all(this.#members.map((member) => member.firstReady())),
        late.promise,
      ]);
    } finally {
      clearTimeout(slow);
      clearTimeout(timer);
    }
  }

  async restart(name: string): Promise<void> {
    await this.#members.find((member) => member.name === name)?.restart();
  }

  /** Ends them one after the other, the last started first. */
  async stop(): Promise<void> {
    for (const member of this.#members.toReversed()) await member.stop();
  }

  /** Lists the states in the order of starting. */
  statuses(): readonly ProcessStatus[] {
    return this.#members.flatMap((member) => member.statuses());
  }

  #missing(): string {
    return this.statuses()
      .filter(({ state }) => state !== "ready")
      .map(({ name }) => name)
      .join(", ");
  }
}
