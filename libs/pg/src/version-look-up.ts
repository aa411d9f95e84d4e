import type { Metrics } from "@team-chat/telemetry";
import { BatchLoader } from "@team-chat/work";

import { HotPool } from "./hot-pool.ts";
import type { PoolLimits } from "./limits.ts";

interface VersionLookUpOptions {
  readonly url: string;
  /** Told of every failure; those who ask hear that the version is not known. */
  readonly onError: (error: Error) => void;
  readonly metrics: Metrics;
  readonly limits: PoolLimits;
  /** Connections. */
  readonly max: number;
}

/** A statement that takes longer than this is on a connection that is as good as lost. */
const patienceMs = 5000;

const statement = {
  name: "versions-of-realms",
  text: "select realm_id, version from realm_version where realm_id = any($1::int8[])",
  query_timeout: patienceMs,
};

interface VersionRow {
  readonly realm_id: number;
  readonly version: number;
}

/**
 * Looks up the versions of realms in the table `realm_version`, which is asked for hundreds of times a second: by one
 * prepared statement on connections of its own, for all who ask while another is under way. Everybody gets what was
 * committed before they asked.
 */
export class VersionLookUp implements AsyncDisposable {
  readonly #pool: HotPool;
  readonly #onError: (error: Error) => void;
  readonly #loader: BatchLoader<number, ReadonlyMap<number, number>>;

  constructor({ limits, max, metrics, onError, url }: VersionLookUpOptions) {
    this.#pool = new HotPool({
      url,
      max,
      limits: { ...limits, statementMs: patienceMs },
      onIdleError: onError,
      measuring: { metrics, pool: "versions" },
    });
    this.#onError = onError;
    this.#loader = new BatchLoader((realmIds) => this.#load(realmIds));
  }

  /**
   * Finds the version after this call, 0 for a realm that has none; null when it cannot be found out. Never rejects.
   * May be passed on by itself.
   */
  readonly versionOf = async (realmId: number): Promise<number | null> => {
    try {
      return (await this.#loader.load(realmId)).get(realmId) ?? 0;
    } catch {
      return null;
    }
  };

  [Symbol.asyncDispose](): Promise<void> {
    return this.#pool.end();
  }

  async #load(realmIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    try {
      const query = { ...statement, values: [[...new Set(realmIds)]] };
      const { rows } = await this.#pool.query<VersionRow>(query);
      return new Map(rows.map((row) => [row.realm_id, row.version]));
    } catch (error) {
      this.#onError(error as Error);
      throw error;
    }
  }
}
