import fc from "fast-check";

import { draws } from "./history.ts";
import { type Actors, type Saga, sagas } from "./sagas.ts";
import type { Step } from "./step.ts";

/** Steps after which everything is compared. */
export type StepsOfWindow = readonly Step[];

/** Operations that change things and that others would not be sent often enough without. */
const often = ["sendMessage", "sendMessage", "sendMessage", "subscribe", "updateChannel"];

export const anyStep: fc.Arbitrary<Step> = fc.record({
  operation: fc.constantFrom(...Object.keys(draws), ...often),
  actor: fc.oneof(fc.constantFrom(0, 1, 3), fc.nat(99)),
  seed: fc.integer(),
  goesOn: fc.constant(false),
});

const anyRandomWindow = fc.array(anyStep, { minLength: 1, maxLength: 4 });

const inSuccession = 2;

/** The place of somebody in the cast (see `anyCast`), whose clients are kept in its order. */
const actorOf: Readonly<Record<Actors, fc.Arbitrary<number>>> = {
  owner: fc.constant(0),
  older: fc.constant(1),
  anyone: fc.oneof(fc.constant(0), fc.constant(0), fc.nat(99)),
};

/**
 * The steps of a saga of one person, each operation a few times; what it begins with once more, so that something of it
 * is left.
 */
function anyStepsOf(saga: Saga): fc.Arbitrary<StepsOfWindow> {
  const operations = saga.operations.flatMap((name, i) =>
    Array.from({ length: i === 0 ? inSuccession + 1 : inSuccession }, () => name),
  );
  const anyActor = actorOf[saga.by];
  const anySeeds = fc.array(fc.integer(), {
    minLength: operations.length,
    maxLength: operations.length,
  });
  return fc
    .tuple(anyActor, anySeeds)
    .map(([actor, seeds]) =>
      operations.map((operation, i) => ({ operation, actor, seed: seeds[i] ?? 0, goesOn: i > 0 })),
    );
}

/** Any of the sagas. */
export const anySaga: fc.Arbitrary<StepsOfWindow> = fc
  .constantFrom(...sagas)
  .chain((saga) => anyStepsOf(saga));

const sagasAtOnce = 5;

/**
 * Some sagas, or all of them, in any order, a few at a time; what they end with is compared apart, as most of them take
 * back what they did.
 */
function anySagas(count: number): fc.Arbitrary<readonly StepsOfWindow[]> {
  return fc
    .shuffledSubarray([...sagas], { minLength: count, maxLength: count })
    .chain((chosen) => fc.tuple(...chosen.map(anyStepsOf)))
    .map((list) =>
      Array.from({ length: Math.ceil(list.length / sagasAtOnce) }, (_, i) => {
        const together = list.slice(i * sagasAtOnce, (i + 1) * sagasAtOnce);
        return [
          together.flatMap((steps) => steps.slice(0, -inSuccession)),
          together.flatMap((steps) => steps.slice(-inSuccession)),
        ];
      }).flat(),
    );
}

/** Sagas in the small run. */
const fewSagas = 6;

/**
 * Random steps, then sagas that are compared in the end, and one with a comparison after each step; the whole has every
 * saga.
 */
export function anyHistory({
  whole,
}: {
  readonly whole: boolean;
}): fc.Arbitrary<readonly StepsOfWindow[]> {
  const parts = whole ? 4 : 3;
  const anyRandom = fc.array(anyRandomWindow, { minLength: parts, maxLength: parts, size: "max" });
  return fc
    .tuple(anyRandom, anySagas(whole ? sagas.length : fewSagas), anySaga)
    .map(([random, together, apart]) => [...random, ...together, ...apart.map((step) => [step])]);
}
