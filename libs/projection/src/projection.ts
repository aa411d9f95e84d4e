import { BatchLoader, runInBackground } from "@team-chat/work";
import { LRUCache } from "lru-cache";

interface Versioned {
  readonly version: number;
}

export interface ProjectionOptions<State extends Versioned, Delta extends Versioned> {
  /** Asks the owner for what changed after a version. */
  readonly fetch: (realmId: number, since: number) => Promise<Delta>;
  /** A state of version 0. */
  readonly empty: (realmId: number) => State;
  /** Brings the state to the delta's version; runs once at a time for each realm, also for a delta without changes. */
  readonly apply: (state: State, delta: Delta) => Promise<void> | void;
  /** Realms kept in memory; the longest unused one goes first. */
  readonly maxRealms?: number;
}

interface Entry<State> {
  readonly state: State;
  readonly check: BatchLoader<void, void>;
}

/** Another service's data of some realms, proven current before it is used (docs/architecture.md, section 4). */
export class Projection<State extends Versioned, Delta extends Versioned> {
  readonly #options: ProjectionOptions<State, Delta>;
  readonly #entries: LRUCache<number, Entry<State>>;

  constructor(options: ProjectionOptions<State, Delta>) {
    this.#options = options;
    this.#entries = new LRUCache({ max: options.maxRealms ?? 10_000 });
  }

  /** Number of realms in memory. */
  get size(): number {
    return this.#entries.size;
  }

  /**
   * Returns the realm's state, including everything that was answered before this call. Rejects when the owner cannot
   * be asked.
   */
  current(realmId: number): Promise<State> {
    return this.atLeast(realmId, 0);
  }

  /** Returns the state that `atLeast` would resolve with, if that needs no question to the owner. */
  ifAtLeast(realmId: number, version: number): State | undefined {
    const { state } = this.#entry(realmId);
    return version > 0 && state.version >= version ? state : undefined;
  }

  /**
   * Returns the realm's state, at least of this version; asks the owner only when what is known is older (or when
   * `version` is 0).
   */
  async atLeast(realmId: number, version: number): Promise<State> {
    const entry = this.#entry(realmId);
    if (version === 0 || entry.state.version < version) await entry.check.load();
    return entry.state;
  }

  #entry(realmId: number): Entry<State> {
    const known = this.#entries.get(realmId);
    if (known !== undefined) return known;
    const state = this.#options.empty(realmId);
    const check = new BatchLoader<void, void>(() =>
      runInBackground(async () => {
        await this.#options.apply(state, await this.#options.fetch(realmId, state.version));
      }),
    );
    const entry = { state, check };
    this.#entries.set(realmId, entry);
    return entry;
  }
}
