import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { reasonOf } from "../actions/reason.ts";

/** Something that is loaded when it is looked at. */
export interface Loaded<T> {
  /** Null until it is there. */
  readonly value: Signal<T | null>;
  /** Why it could not be loaded; empty otherwise. */
  readonly problem: Signal<string>;
}

/** Loads something once, when the view is shown first. */
export function useLoaded<T>(load: () => Promise<T>): Loaded<T> {
  const value = useSignal<T | null>(null);
  const problem = useSignal("");
  useEffect(() => {
    load().then(
      (loaded) => {
        value.value = loaded;
      },
      (error: unknown) => {
        problem.value = reasonOf(error);
      },
    );
  }, []);
  return { value, problem };
}
