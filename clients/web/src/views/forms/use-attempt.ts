import { type ReadonlySignal, useSignal } from "@preact/signals";

import { reasonOf } from "../../actions/reason.ts";

/** Something that is tried, and may be refused. */
export interface Attempt {
  readonly isBusy: ReadonlySignal<boolean>;
  /** Why the last try failed, in words; empty when it did not. */
  readonly problem: ReadonlySignal<string>;
  /** Tries something; true when it was done. While one try goes on another does nothing. */
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>;
}

/** Keeps whether something is being done, and why it could not be. */
export function useAttempt(): Attempt {
  const isBusy = useSignal(false);
  const problem = useSignal("");
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (isBusy.peek()) return false;
    isBusy.value = true;
    problem.value = "";
    try {
      await work();
      return true;
    } catch (error) {
      problem.value = reasonOf(error);
      return false;
    } finally {
      isBusy.value = false;
    }
  };
  return { isBusy, problem, run };
}
