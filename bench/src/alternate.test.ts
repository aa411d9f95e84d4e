import { describe, expect, test } from "vitest";

import { alternate } from "./alternate.ts";
import type { Measurement } from "./bench.ts";

function recorder(): { calls: string[]; side: (name: string) => () => Promise<Measurement> } {
  const calls: string[] = [];
  return {
    calls,
    side: (name) => async () => {
      calls.push(name);
      return { value: calls.length };
    },
  };
}

describe("alternate", () => {
  test("alternate stops at the first side that fails, with its error", async () => {
    const { calls, side } = recorder();
    const ours = async (): Promise<Measurement> => {
      throw new Error("lost 1 request");
    };
    await expect(
      alternate({ floor: side("floor"), ours }, { rounds: 3, warmUpRounds: 0 }),
    ).rejects.toThrow("lost 1 request");
    expect(calls).toEqual(["floor"]);
  });

  test("alternate swaps the order from pair to pair", async () => {
    const { calls, side } = recorder();
    const sides = { floor: side("floor"), ours: side("ours") };
    const pairs = await alternate(sides, { rounds: 3, warmUpRounds: 0 });
    expect(calls).toEqual(["floor", "ours", "ours", "floor", "floor", "ours"]);
    expect(pairs.map(({ first }) => first)).toEqual(["floor", "ours", "floor"]);
  });

  test("alternate leaves the warm-up pairs out of the answer", async () => {
    const { calls, side } = recorder();
    const sides = { floor: side("floor"), ours: side("ours") };
    const pairs = await alternate(sides, { rounds: 1, warmUpRounds: 2 });
    expect(calls).toHaveLength(6);
    expect(pairs).toEqual([{ first: "floor", floor: { value: 5 }, ours: { value: 6 } }]);
  });
});
