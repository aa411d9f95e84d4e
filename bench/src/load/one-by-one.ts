import type { Measure } from "../bench.ts";
import { median } from "../statistics.ts";

/** Measures the median time of so many requests, one after the other. */
export function oneByOne(count: number, request: () => Promise<unknown>): Measure {
  return async () => {
    const latenciesMs: number[] = [];
    for (let sent = 0; sent < count; sent += 1) {
      const start = performance.now();
      await request();
      latenciesMs.push(performance.now() - start);
    }
    return { value: median(latenciesMs), latenciesMs };
  };
}
