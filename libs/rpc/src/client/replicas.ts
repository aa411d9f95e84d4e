import { Pool } from "undici";

import type { Mac } from "../frames/proof.ts";
import { mayRepeat, serviceUnavailable, unavailable } from "../transports/call-failure.ts";
import { ClientConnection } from "../transports/client-connection.ts";
import { InProcessTransport } from "../transports/in-process-transport.ts";
import type { CallLimits, Transport } from "../transports/transport.ts";
import { inProcessProtocol, type Addresses } from "./addresses.ts";
import { rankNodes } from "./rendezvous.ts";

export interface ReplicaSettings {
  /** The service's name, for messages. */
  readonly name: string;
  /** Requests to each process at once; 128 when left out. */
  readonly connections?: number;
  /** Longest wait for the head of an answer; 30 s when left out, 0 for no limit. */
  readonly headersTimeoutMs?: number;
  /** Longest silence within an answer; 30 s when left out, 0 for no limit. */
  readonly bodyTimeoutMs?: number;
}

/** One process of a service. */
export interface Replica {
  /** Carries most requests. */
  readonly transport: Transport;
  /** Carries the others, and all while the transport is not ready; null within one process. */
  readonly pool: Pool | null;
}

/** The processes of a service. */
export interface Replicas {
  /** Picks the process that a realm's requests go to first; undefined while none is known. */
  pick(realmId: number): string | undefined;
  /** Returns the transport to that process; undefined while it is not ready. */
  readyTransport(realmId: number): Transport | undefined;
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

/** Keeps a transport and a pool for each address, and lets go of those whose process is gone. */
export function createReplicas(
  addresses: Addresses,
  settings: ReplicaSettings & { readonly mac: Mac },
): Replicas {
  const replicas = new Map<string, Replica>();
  const replicaOf = (origin: string) => {
    const known = replicas.get(origin);
    if (known !== undefined) return known;
    const replica = openReplica(origin, settings);
    replicas.set(origin, replica);
    return replica;
  };
  addresses.onChange(() => {
    const current = new Set(addresses.origins());
    for (const [origin, { pool, transport }] of replicas) {
      if (current.has(origin)) continue;
      replicas.delete(origin);
      transport.retire();
      void pool?.close();
    }
  });
  const rank = (realmId: number) => rankNodes(String(realmId), addresses.origins());
  return {
    pick: (realmId) => rank(realmId)[0],
    readyTransport(realmId) {
      const [origin] = rank(realmId);
      const transport = origin === undefined ? undefined : replicaOf(origin).transport;
      return transport?.ready === true ? transport : undefined;
    },
    async withReplica({ realmId, repeatable }, attempt) {
      if (addresses.origins().length === 0) await addresses.found;
      const [first, second] = rank(realmId);
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
      addresses.close();
      for (const { transport } of replicas.values()) transport.close();
      await Promise.all([...replicas.values()].map(async ({ pool }) => pool?.destroy()));
    },
  };
}

function openReplica(origin: string, settings: ReplicaSettings & { readonly mac: Mac }): Replica {
  const { connections: atOnce = maxAtOnce, mac } = settings;
  if (origin.startsWith(inProcessProtocol)) {
    const transport = new InProcessTransport(origin.slice(`${inProcessProtocol}//`.length));
    return { transport, pool: null };
  }
  const transport = new ClientConnection({ origin, mac, atOnce });
  return { transport, pool: openPool(origin, settings) };
}

function openPool(origin: string, settings: ReplicaSettings): Pool {
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

/** Returns the time limits of a request that has none of its own. */
export function callLimits({ bodyTimeoutMs, headersTimeoutMs }: ReplicaSettings): CallLimits {
  return {
    headersTimeoutMs: headersTimeoutMs ?? patienceMs,
    bodyTimeoutMs: bodyTimeoutMs ?? patienceMs,
  };
}
