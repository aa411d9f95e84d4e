import { BatchLoader, RecentlyUsed, runInBackground } from "@team-chat/work";

interface Versioned {
  readonly version: number;
}

interface Sized extends Versioned {
  /** Memory that it takes, roughly. */
  readonly bytes: number;
}

export interface ProjectionOptions<State extends Sized, Delta extends Versioned> {
  /** Asks the owner for what changed after a version. */
  readonly fetch: (realmId: number, since: number) => Promise<Delta>;
  /** A state of version 0. */
  readonly empty: (realmId: number) => State;
  /** Brings the state to the delta's version; runs once at a time for each realm, also for a delta without changes. */
  readonly apply: (state: State, delta: Delta) => Promise<void> | void;
  /** Memory of all realms, at which the longest unused ones go; 128 MiB when left out. */
  readonly maxBytes?: number;
  /** Time in ms; that of the process when left out. */
  readonly now?: () => number;
}

interface Entry<State> {
  readonly state: State;
  readonly check: BatchLoader<void, void>;
}

const usualMaxBytes = 128 * 1024 * 1024;
/** Memory of an entry besides its state. */
const entryBytes = 1000;

/** Another service's data of some realms, proven current before it is used (docs/architecture.md, section 4). */
export class Projection<State extends Sized, Delta extends Versioned> {
  readonly #options: ProjectionOptions<State, Delta>;
  readonly #entries: RecentlyUsed<Entry<State>>;

  constructor(options: ProjectionOptions<State, Delta>) {
    this.#options = options;
    this.#entries = new RecentlyUsed({ maxBytes: usualMaxBytes, ...options });
  }

  /** Memory that all realms take, roughly. */
  get bytes(): number {
    return this.#entries.bytes;
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
        const before = state.version;
        await this.#options.apply(state, await this.#options.fetch(realmId, before));
        if (state.version !== before && this.#entries.get(realmId) === entry)
          this.#entries.set(realmId, entry, entryBytes + state.bytes);
      }),
    );
    const entry = { state, check };
    this.#entries.set(realmId, entry, entryBytes);
    return entry;
  }
}
