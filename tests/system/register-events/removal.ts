import { isDeepStrictEqual } from "node:util";

import { comparable } from "./comparable.ts";
import { applyAll, expected } from "./mirror.ts";
import { type ClientState, Misfit, type Row } from "./state.ts";

/** Whether the check holds: the events fit, and lead from the state to what a client that registers now is told. */
export function holds(state: ClientState, events: readonly Row[], fresh: ClientState): boolean {
  try {
    const next = applyAll(state, events);
    return isDeepStrictEqual(comparable(next), expected(fresh, next));
  } catch (error) {
    if (error instanceof Misfit) return false;
    throw error;
  }
}

/** Whether an event changes what the client knows, on top of what the others change. */
export function matters(state: ClientState, events: readonly Row[], index: number): boolean {
  const before = applyAll(state, events.slice(0, index));
  const after = applyAll(state, events.slice(0, index + 1));
  return !isDeepStrictEqual(comparable(before), comparable(after));
}

export function without<T>(list: readonly T[], index: number): T[] {
  return list.filter((_, i) => i !== index);
}
