import type { Measurement } from "../bench.ts";
import { quantile } from "../statistics.ts";
import type { Person } from "./person.ts";

/** Pages one after the other; the value is their p99. */
export async function pagesFor(person: Person, durationMs: number): Promise<Measurement> {
  const latenciesMs: number[] = [];
  const page = { anchor: "newest", num_before: "50", num_after: "0" };
  for (const until = performance.now() + durationMs; performance.now() < until;) {
    const startedAt = performance.now();
    const { status } = await person.call("GET", "/messages", page);
    if (status !== 200) throw new Error(`The other organization was answered by ${status}.`);
    latenciesMs.push(performance.now() - startedAt);
  }
  return { value: quantile(latenciesMs, 0.99), latenciesMs };
}
