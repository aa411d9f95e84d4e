import type { CounterDefinition, GaugeDefinition, Labels } from "./definition.ts";

export type ObservedDefinition = CounterDefinition | GaugeDefinition;

/** Tells the value of one of the metrics that are looked at. */
export type Tell = (definition: ObservedDefinition, value: number, labels?: Labels) => void;

/** Values that a look has found, in its order. */
type Values = readonly Parameters<Tell>[];

/** Longest wait for somebody else's answer; who has not kept to it is not waited for again until it has. */
const patienceMs = 1000;
/** Time for which values are good while there is no answer. */
const keptMs = 60_000;

/**
 * Looks at what others know, such as a database, without making whoever wants to know the metrics wait for them: while
 * they do not answer it tells what they have told last.
 */
export class Look {
  readonly #look: (tell: Tell) => void | Promise<void>;
  #running: Promise<void> | undefined;
  #last: { readonly values: Values; readonly at: number } | undefined;
  #isSlow = false;

  constructor(look: (tell: Tell) => void | Promise<void>) {
    this.#look = look;
  }

  /** Returns the values as they are now, or were within the last minute; none when a look has failed since then. */
  async values(): Promise<Values> {
    this.#running ??= this.#run().finally(() => (this.#running = undefined));
    if (!this.#isSlow) await this.#waitFor(this.#running);
    const { at, values } = this.#last ?? { at: 0, values: [] };
    return performance.now() - at <= keptMs ? values : [];
  }

  async #run(): Promise<void> {
    const begun = performance.now();
    const values: Parameters<Tell>[] = [];
    try {
      await this.#look((...value) => void values.push(value));
      this.#last = { values, at: performance.now() };
      this.#isSlow = performance.now() - begun > patienceMs;
    } catch {
      this.#last = undefined;
    }
  }

  async #waitFor(running: Promise<void>): Promise<void> {
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      this.#isSlow = true;
      resolve();
    }, patienceMs);
    await Promise.race([running, late]);
    clearTimeout(timer);
  }
}
