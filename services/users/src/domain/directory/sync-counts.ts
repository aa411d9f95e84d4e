import type { DirectorySync } from "@team-chat/contract";

type Outcome = DirectorySync["outcome"];

/** Counts the synchronisations of this process, by how they ended. */
export class SyncCounts {
  readonly #counts = new Map<Outcome, number>();

  count(outcome: Outcome): void {
    this.#counts.set(outcome, (this.#counts.get(outcome) ?? 0) + 1);
  }

  entries(): Iterable<[Outcome, number]> {
    return this.#counts.entries();
  }
}
