/** Time that work took, in microseconds. */
export interface Cost {
  /** Of processors. */
  readonly processorUs: number;
  /** From sending statements to their answers. */
  readonly databaseUs: number;
}

/** Adds up what a piece of work takes. */
export class Spent implements Cost {
  processorUs = 0;
  databaseUs = 0;
  /** Time that other services took on its behalf. */
  readonly #elsewhere = { processorUs: 0, databaseUs: 0 };

  /** Adds what another service took for it. */
  addElsewhere({ databaseUs, processorUs }: Cost): void {
    this.#elsewhere.processorUs += processorUs;
    this.#elsewhere.databaseUs += databaseUs;
  }

  /** Returns all of it so far, in whole microseconds. */
  total(): Cost {
    return {
      processorUs: Math.round(this.processorUs + this.#elsewhere.processorUs),
      databaseUs: Math.round(this.databaseUs + this.#elsewhere.databaseUs),
    };
  }
}

let markedUs = threadProcessorUs();

/**
 * Counts the processor time that this thread took since the mark before as that of this work, and as nobody's without
 * one. Marks stand where work goes on after it has waited, and where it begins to wait: what comes between two of them
 * is what the second one's work had read and did (docs/adr/0026-quotas-and-usage.md).
 */
export function markProcessor(spent: Spent | undefined): void {
  const nowUs = threadProcessorUs();
  if (spent !== undefined) spent.processorUs += nowUs - markedUs;
  markedUs = nowUs;
}

/**
 * Marks that this work goes on, now that it has read what it waited for, and again once it waits for whatever comes
 * next.
 */
export function markResumed(spent: Spent | undefined): void {
  markProcessor(spent);
  if (spent !== undefined) process.nextTick(markProcessor, spent);
}

/**
 * Returns the processor time of this thread in microseconds. Linux brings it up to date at ticks, 4 ms apart, when the
 * thread waits, and when the time of the whole process is asked for. It is therefore asked for first (1 µs for both),
 * or what one piece of work took would be found by the next one.
 */
export function threadProcessorUs(): number {
  process.cpuUsage();
  const { system, user } = process.threadCpuUsage();
  return user + system;
}
