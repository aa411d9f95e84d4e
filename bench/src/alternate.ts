import type { Measurement, Sides } from "./bench.ts";

export interface Pair {
  readonly first: "floor" | "ours";
  readonly floor: Measurement;
  readonly ours: Measurement;
}

interface Rounds {
  readonly rounds: number;
  readonly warmUpRounds: number;
}

/**
 * Measures floor and ours in turns, the order swapped from pair to pair so that neither profits from coming second.
 * Warm-up pairs run first and are not part of the answer. A side that throws ends the run: nothing is skipped.
 */
export async function alternate(
  sides: Sides,
  { rounds, warmUpRounds }: Rounds,
  onPair: (pair: Pair) => void = () => undefined,
): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (let index = -warmUpRounds; index < rounds; index += 1) {
    const pair = await measurePair(sides, index % 2 === 0 ? "floor" : "ours");
    if (index >= 0) {
      pairs.push(pair);
      onPair(pair);
    }
  }
  return pairs;
}

async function measurePair(sides: Sides, first: "floor" | "ours"): Promise<Pair> {
  if (first === "floor") {
    const floor = await sides.floor();
    return { first, floor, ours: await sides.ours() };
  }
  const ours = await sides.ours();
  return { first, floor: await sides.floor(), ours };
}
