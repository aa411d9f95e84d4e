import type { SeenRequest } from "@team-chat/http";

import { shownBy } from "./shown-by.ts";

/** By operation, what tests showed of it, and whether one of them names the section that says so. */
export type Ledger = Readonly<Record<string, Readonly<Record<string, boolean>>>>;

const namesSection = /docs\/[\w/-]+\.md/;

/** Keeps what the requests of a process showed. */
export class LedgerWriter {
  readonly #shown = new Map<string, Map<string, boolean>>();

  /** @param test its full title; empty between tests */
  add(seen: SeenRequest, test: string): void {
    const { name } = seen.operation;
    const known = this.#shown.get(name) ?? new Map<string, boolean>();
    this.#shown.set(name, known);
    const isNamed = namesSection.test(test);
    for (const what of shownBy(seen)) known.set(what, isNamed || known.get(what) === true);
  }

  ledger(): Ledger {
    return Object.fromEntries(
      [...this.#shown].map(([name, shown]) => [name, Object.fromEntries(shown)]),
    );
  }
}

/** Merges the ledgers of several processes. */
export function mergeLedgers(ledgers: readonly Ledger[]): Ledger {
  const merged: Record<string, Record<string, boolean>> = {};
  for (const ledger of ledgers)
    for (const [name, shown] of Object.entries(ledger)) {
      const known = (merged[name] ??= {});
      for (const [what, isNamed] of Object.entries(shown))
        known[what] = isNamed || known[what] === true;
    }
  return merged;
}
