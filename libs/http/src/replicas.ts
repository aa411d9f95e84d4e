import { type Mac, rankNodes } from "@team-chat/frames";
import { Pool } from "undici";

import type { CallLimits } from "./link/link-call.ts";
import { RequestLink } from "./link/request-link.ts";
import type { Peers } from "./peers.ts";
import { mayRepeat, serviceUnavailable, unavailable } from "./transport-failure.ts";

export interface PoolSettings {
  /** The service's name, for messages. */
  readonly name: string;
  /** Requests to each process at once; 128 when left out. */
  readonly connections?: number;
  /** Longest wait for the head of an answer; 30 s when left out, 0 for no limit. */
  readonly headersTimeoutMs?: number;
  /** Longest silence within an answer; 30 s when left out, 0 for no limit. */
  readonly bodyTimeoutMs?: number;
}

/** The two ways to one process: one link for what is usual, and HTTP for everything else, and for as long as there is no link. */
export interface Replica {
  readonly link: RequestLink;
  readonly pool: Pool;
}

/** The ways to each process of a service. */
export interface Replicas {
  /** The process that a realm's requests go to first; undefined while none is known. */
  pick(realmId: number): string | undefined;
  /** The link to that process; undefined while there is none. */
  linkOf(realmId: number): RequestLink | undefined;
  /**
   * Runs `attempt` with the realm's process, and once more with the next in order when the first cannot have carried it
   * out, or when it is `repeatable` and was cut off.
   * @throws SERVICE_UNAVAILABLE when no process answers
   */
  withReplica<Result>(
    choice: { readonly realmId: number; readonly repeatable: boolean },
    attempt: (replica: Replica) => Promise<Result>,
  ): Promise<Result>;
  close(): Promise<void>;
}

const maxAtOnce = 128;
const patienceMs = 30_000;
/** A process that does not take a connection within this time is as good as gone. */
const connectTimeoutMs = 1000;
/** Less than the servers' own, so that it is always we who close an idle connection. */
const keepAliveMs = 60_000;

/** Keeps a link and a pool for each of the peers, and lets go of those whose process is gone. */
export function createReplicas(
  peers: Peers,
  settings: PoolSettings & { readonly mac: Mac },
): Replicas {
  const replicas = new Map<string, Replica>();
  const replicaOf = (origin: string) => {
    const known = replicas.get(origin);
    if (known !== undefined) return known;
    const atOnce = settings.connections ?? maxAtOnce;
    const link = new RequestLink({ origin, mac: settings.mac, atOnce });
    const replica = { link, pool: openPool(origin, settings) };
    replicas.set(origin, replica);
    return replica;
  };
  peers.onChange(() => {
    const current = new Set(peers.origins());
    for (const [origin, { link, pool }] of replicas) {
      if (current.has(origin)) continue;
      replicas.delete(origin);
      link.retire();
      void pool.close();
    }
  });
  const pick = (realmId: number) => rankNodes(String(realmId), peers.origins())[0];
  return {
    pick,
    linkOf: (realmId) => readyLink(pick(realmId), replicaOf),
    async withReplica({ realmId, repeatable }, attempt) {
      if (peers.origins().length === 0) await peers.found;
      const [first, second] = rankNodes(String(realmId), peers.origins());
      if (first === undefined) throw serviceUnavailable(settings.name);
      try {
        return await attempt(replicaOf(first)).catch((error: unknown) => {
          if (second === undefined || !mayRepeat(error, repeatable)) throw error;
          return attempt(replicaOf(second));
        });
      } catch (error) {
        throw unavailable(settings.name, error);
      }
    },
    async close() {
      peers.close();
      for (const { link } of replicas.values()) link.close();
      await Promise.all([...replicas.values()].map(({ pool }) => pool.destroy()));
    },
  };
}

function readyLink(
  origin: string | undefined,
  replicaOf: (origin: string) => Replica,
): RequestLink | undefined {
  const link = origin === undefined ? undefined : replicaOf(origin).link;
  return link?.ready === true ? link : undefined;
}

function openPool(origin: string, settings: PoolSettings): Pool {
  return new Pool(origin, {
    connections: settings.connections ?? maxAtOnce,
    pipelining: 1,
    connect: { timeout: connectTimeoutMs },
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    headersTimeout: settings.headersTimeoutMs ?? patienceMs,
    bodyTimeout: settings.bodyTimeoutMs ?? patienceMs,
  });
}

/** The time limits of a request that has none of its own. */
export function callLimits({ bodyTimeoutMs, headersTimeoutMs }: PoolSettings): CallLimits {
  return {
    headersTimeoutMs: headersTimeoutMs ?? patienceMs,
    bodyTimeoutMs: bodyTimeoutMs ?? patienceMs,
  };
}
