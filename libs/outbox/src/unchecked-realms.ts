/**
 * Why a realm is to be looked through, the most urgent reason first: somebody waits for what was written here, or would
 * be if it was published; a row of it may not be in the stream; the stream may have lost a row.
 */
const reasons = ["waiting", "unpublished", "kept"] as const;
export type UncheckedReason = (typeof reasons)[number];

export interface Unchecked {
  readonly realmId: number;
  readonly reason: UncheckedReason;
}

/** Realms that have to be looked through before anything of them is published, the most urgent first. */
export class UncheckedRealms {
  readonly #realms: Readonly<Record<UncheckedReason, Set<number>>> = {
    waiting: new Set(),
    unpublished: new Set(),
    kept: new Set(),
  };

  get isEmpty(): boolean {
    return reasons.every((reason) => this.#realms[reason].size === 0);
  }

  add({ realmId, reason }: Unchecked): void {
    this.#realms[reason].add(realmId);
  }

  /** Takes the next one out, for its most urgent reason. */
  take(): Unchecked | undefined {
    for (const reason of reasons)
      for (const realmId of this.#realms[reason]) {
        for (const each of reasons) this.#realms[each].delete(realmId);
        return { realmId, reason };
      }
    return undefined;
  }
}
