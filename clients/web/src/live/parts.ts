import { computed, type ReadonlySignal } from "@preact/signals";

import type { State } from "../state/state.ts";

/** Follows some parts of the state, and changes with these alone: most events concern few parts, and each makes a state. */
export function partsOf<K extends keyof State>(
  state: ReadonlySignal<State>,
  names: readonly K[],
): ReadonlySignal<Pick<State, K>> {
  let last: Pick<State, K> | undefined;
  return computed(() => {
    const next = state.value;
    if (last === undefined || names.some((name) => next[name] !== last?.[name]))
      last = Object.fromEntries(names.map((name) => [name, next[name]])) as Pick<State, K>;
    return last;
  });
}
