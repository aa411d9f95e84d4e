import { type ReadonlySignal, signal } from "@preact/signals";
import { useState } from "preact/hooks";

import { reasonOf } from "../../actions/reason.ts";

/** Something that is tried, and may be refused. */
export interface Attempt {
  readonly isBusy: ReadonlySignal<boolean>;
  /** Why the last try failed, in words; empty when it did not. */
  readonly problem: ReadonlySignal<string>;
  /** Tries something once what was asked before it has been tried; true when it was done. */
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>;
  /** Tries something in its turn unless it is being submitted already: a second press of "Send" sends nothing. */
  readonly submit: (work: () => Promise<unknown>) => Promise<boolean>;
}

/** Keeps whether something is being done, and why it could not be. */
export function useAttempt(): Attempt {
  const [attempt] = useState(createAttempt);
  return attempt;
}

function createAttempt(): Attempt {
  const isBusy = signal(false);
  const problem = signal("");
  let last = Promise.resolve(true);
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      problem.value = reasonOf(error);
      return false;
    }
  };
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    isBusy.value = true;
    problem.value = "";
    const mine = last.then(() => attempt(work));
    last = mine;
    const isDone = await mine;
    if (last === mine) isBusy.value = false;
    return isDone;
  };
  let isSubmitting = false;
  const submit = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (isSubmitting) return false;
    isSubmitting = true;
    const isDone = await run(work);
    isSubmitting = false;
    return isDone;
  };
  return { isBusy, problem, run, submit };
}
