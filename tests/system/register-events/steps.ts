import fc from "fast-check";

import { draws } from "./history.ts";
import { sagas } from "./sagas.ts";

/** Something that somebody does. */
export interface Step {
  readonly operation: string;
  readonly actor: number;
  readonly seed: number;
}

/** Steps after which everything is compared. */
export type StepsOfWindow = readonly Step[];

/** Operations that change things and that others would not be sent often enough without. */
const often = ["sendMessage", "sendMessage", "sendMessage", "subscribe", "updateChannel"];

export const anyStep: fc.Arbitrary<Step> = fc.record({
  operation: fc.constantFrom(...Object.keys(draws), ...often),
  actor: fc.oneof(fc.constantFrom(0, 1, 3), fc.nat(99)),
  seed: fc.integer(),
});

const anyRandomWindow: fc.Arbitrary<readonly StepsOfWindow[]> = fc
  .array(anyStep, { minLength: 1, maxLength: 4 })
  .map((steps) => [steps]);

/** A saga as one window, or with a comparison after each step. */
const anySaga: fc.Arbitrary<readonly StepsOfWindow[]> = fc
  .record({
    saga: fc.constantFrom(...sagas),
    actor: fc.nat(99),
    seeds: fc.array(fc.integer(), { minLength: 5, maxLength: 5 }),
    apart: fc.boolean(),
  })
  .map(({ actor, apart, saga, seeds }) => {
    const steps = saga.operations.map((operation, i) => ({
      operation,
      actor: saga.byOwner ? 0 : actor,
      seed: seeds[i] ?? 0,
    }));
    return apart ? steps.map((step) => [step]) : [steps];
  });

/** So many parts, about half of them sagas. */
export function anyHistory(parts: number): fc.Arbitrary<readonly StepsOfWindow[]> {
  const anyPart = fc.oneof(anyRandomWindow, { arbitrary: anySaga, weight: 2 });
  return fc
    .array(anyPart, { minLength: parts, maxLength: parts, size: "max" })
    .map((list) => list.flat());
}
