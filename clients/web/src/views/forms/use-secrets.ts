import { type ReadonlySignal, useSignal } from "@preact/signals";

import { type Loaded, useLoaded } from "../use-loaded.ts";
import { useAttempt } from "./use-attempt.ts";

/** A list of what has a secret each, such as keys, whose secrets are shown once when they are made. */
export interface Secrets<T> {
  readonly listed: Loaded<readonly T[]>;
  /** The secret that was made last; empty for none. */
  readonly made: ReadonlySignal<string>;
  /** Why the last change failed, in words; empty when it did not. */
  readonly problem: ReadonlySignal<string>;
  /** Makes one whose secret is returned; false when it was refused. */
  readonly make: (work: () => Promise<string>) => Promise<boolean>;
  /** Changes one. */
  readonly change: (work: () => Promise<unknown>) => void;
  /** Ends one, and shows no secret any more: it could be that one's. */
  readonly end: (work: () => Promise<unknown>) => void;
}

/** Loads a list of what has secrets, and loads it again after each change, which no event tells of. */
export function useSecrets<T>(list: () => Promise<readonly T[]>): Secrets<T> {
  const made = useSignal("");
  const attempt = useAttempt();
  const listed = useLoaded(list);
  const andList = (work: () => Promise<unknown>) => async () => {
    await work();
    listed.value.value = await list();
  };
  const change = (work: () => Promise<unknown>) => void attempt.run(andList(work));
  return {
    listed,
    made,
    problem: attempt.problem,
    make: (work) =>
      attempt.submit(
        andList(async () => {
          made.value = await work();
        }),
      ),
    change,
    end: (work) => {
      made.value = "";
      change(work);
    },
  };
}
