import { Pool } from "undici";

import type { Peers } from "./peers.ts";
import { rankOrigins } from "./rendezvous.ts";
import { mayRepeat, serviceUnavailable, unavailable } from "./transport-failure.ts";

export interface PoolSettings {
  /** The service's name, for messages. */
  readonly name: string;
  /** Connections to each process; 128 when left out. */
  readonly connections?: number;
  /** Longest wait for the head of an answer; 30 s when left out, 0 for no limit. */
  readonly headersTimeoutMs?: number;
  /** Longest silence within an answer; 30 s when left out, 0 for no limit. */
  readonly bodyTimeoutMs?: number;
}

/** One connection pool for each process of a service. */
export interface Replicas {
  /** The process that a realm's requests go to first; undefined while none is known. */
  pick(realmId: number): string | undefined;
  /**
   * Runs `attempt` with the realm's process, and once more with the next in order when the first cannot have carried it
   * out, or when it is `repeatable` and was cut off.
   * @throws SERVICE_UNAVAILABLE when no process answers
   */
  withReplica<Result>(
    choice: { readonly realmId: number; readonly repeatable: boolean },
    attempt: (pool: Pool) => Promise<Result>,
  ): Promise<Result>;
  close(): Promise<void>;
}

/** A process that does not take a connection within this time is as good as gone. */
const connectTimeoutMs = 1000;
/** Less than the servers' own, so that it is always we who close an idle connection. */
const keepAliveMs = 60_000;

/** Keeps a pool for each of the peers, and lets go of pools whose process is gone. */
export function createReplicas(peers: Peers, settings: PoolSettings): Replicas {
  const pools = new Map<string, Pool>();
  const poolOf = (origin: string) => {
    const known = pools.get(origin);
    if (known !== undefined) return known;
    const pool = openPool(origin, settings);
    pools.set(origin, pool);
    return pool;
  };
  peers.onChange(() => {
    const current = new Set(peers.origins());
    for (const [origin, pool] of pools) {
      if (current.has(origin)) continue;
      pools.delete(origin);
      void pool.close();
    }
  });
  return {
    pick: (realmId) => rankOrigins(peers.origins(), realmId)[0],
    async withReplica({ realmId, repeatable }, attempt) {
      if (peers.origins().length === 0) await peers.found;
      const [first, second] = rankOrigins(peers.origins(), realmId);
      if (first === undefined) throw serviceUnavailable(settings.name);
      try {
        return await attempt(poolOf(first)).catch((error: unknown) => {
          if (second === undefined || !mayRepeat(error, repeatable)) throw error;
          return attempt(poolOf(second));
        });
      } catch (error) {
        throw unavailable(settings.name, error);
      }
    },
    async close() {
      peers.close();
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
    },
  };
}

function openPool(origin: string, settings: PoolSettings): Pool {
  return new Pool(origin, {
    connections: settings.connections ?? 128,
    pipelining: 1,
    connect: { timeout: connectTimeoutMs },
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    headersTimeout: settings.headersTimeoutMs ?? 30_000,
    bodyTimeout: settings.bodyTimeoutMs ?? 30_000,
  });
}
