import type { IdentitySigner } from "@team-chat/identity";
import { currentScope, isTracing, traceparentOf } from "@team-chat/telemetry";
import { Pool } from "undici";

import {
  CallFailure,
  mayRepeat,
  serviceUnavailable,
  unavailable,
} from "../transports/call-failure.ts";
import { ClientConnection } from "../transports/client-connection.ts";
import { InProcessTransport } from "../transports/in-process-transport.ts";
import type { CallLimits, Transport } from "../transports/transport.ts";
import { type Addresses, inProcessProtocol, resolveAddresses } from "./addresses.ts";
import { rankNodes } from "./rendezvous.ts";
import type { HttpPeer } from "./signed-request.ts";

export interface ServiceSettings {
  /** The service's name, for messages. */
  readonly name: string;
  readonly signer: IdentitySigner;
  /** Requests to each process at once; 128 when left out. */
  readonly connections?: number;
  /** Longest wait for the head of an answer; 30 s when left out, 0 for no limit. */
  readonly headersTimeoutMs?: number;
  /** Longest silence within an answer; 30 s when left out, 0 for no limit. */
  readonly bodyTimeoutMs?: number;
}

/** A request as far as the way that it takes depends on it. */
interface Routed {
  /** Chooses the process; 0 for what belongs to no realm. */
  readonly realmId: number;
  readonly method: string;
  /** `Infinity` for a stream. */
  readonly bodyBytes: number;
}

/** Sends one request in the way that the process it goes to can take. */
interface Attempts<Result> {
  readonly overTransport: (transport: Transport) => Promise<Result>;
  readonly overHttp: (peer: HttpPeer) => Promise<Result>;
}

/** The processes of a service, and what requests to them need. */
export interface Service {
  /** For messages and spans. */
  readonly name: string;
  readonly signer: IdentitySigner;
  /** For requests that have none of their own. */
  readonly limits: CallLimits;
  /** Picks the origin that a realm's requests go to first; undefined while none is known. */
  pick(realmId: number): string | undefined;
  /** Returns the transport to that process; undefined while it is not ready. */
  readyTransport(realmId: number): Transport | undefined;
  /**
   * Sends a request to the realm's process: over its transport if that is ready and carries it; over HTTP otherwise,
   * and when the transport broke before the request was sent. Sends it once more to the next process in order when the
   * first cannot have carried it out, or when it only reads and was cut off.
   * @throws SERVICE_UNAVAILABLE when no process answers
   */
  send<Result>(request: Routed, attempts: Attempts<Result>): Promise<Result>;
  /**
   * Asks for the version that the service's data of a realm had after this call, for next to nothing; null when that
   * cannot be asked in this way, and has to be asked by a call.
   * @throws SERVICE_UNAVAILABLE when the service does not answer in time
   */
  version(realmId: number, timeoutMs: number): Promise<number | null>;
  close(): Promise<void>;
}

const maxAtOnce = 128;
const patienceMs = 30_000;
/** A process that does not take a connection within this time is as good as gone. */
const connectTimeoutMs = 1000;
/** Less than the servers' own, so that it is always we who close an idle connection. */
const keepAliveMs = 60_000;

/** Opens a service of which a transport and a pool are kept for each address; `urls` as for `resolveAddresses`. */
export function openService(urls: string, settings: ServiceSettings): Service {
  const { bodyTimeoutMs = patienceMs, headersTimeoutMs = patienceMs, name, signer } = settings;
  const processes = new Processes(urls, settings);
  const readyTransport = (realmId: number) => {
    const [origin] = processes.rank(realmId);
    const transport = origin === undefined ? undefined : processes.at(origin).transport;
    return transport?.ready === true ? transport : undefined;
  };
  return {
    name,
    signer,
    limits: { bodyTimeoutMs, headersTimeoutMs },
    pick: (realmId) => processes.rank(realmId)[0],
    readyTransport,
    async send(request, attempts) {
      if (processes.found !== undefined) await processes.found;
      const [first, second] = processes.rank(request.realmId);
      if (first === undefined) throw serviceUnavailable(name);
      const onlyReads = request.method === "GET" || request.method === "HEAD";
      try {
        return await sendTo(processes.at(first), request, attempts).catch((error: unknown) => {
          if (second === undefined || !mayRepeat(error, onlyReads)) throw error;
          return sendTo(processes.at(second), request, attempts);
        });
      } catch (error) {
        throw unavailable(name, error);
      }
    },
    async version(realmId, timeoutMs) {
      // A query leaves no span.
      const transport = isTracing() ? undefined : readyTransport(realmId);
      try {
        return (await transport?.version(realmId, timeoutMs)) ?? null;
      } catch (error) {
        throw unavailable(name, error);
      }
    },
    close: () => processes.close(),
  };
}

/** The processes of a service by origin; lets go of those that are gone. */
class Processes {
  readonly #addresses: Addresses;
  readonly #settings: ServiceSettings;
  readonly #opened = new Map<string, Process>();

  constructor(urls: string, settings: ServiceSettings) {
    this.#settings = settings;
    this.#addresses = resolveAddresses(urls);
    this.#addresses.onChange(() => this.#retireGone());
  }

  /** Resolves when processes have been looked for; undefined while some are known. */
  get found(): Promise<void> | undefined {
    return this.#addresses.origins().length === 0 ? this.#addresses.found : undefined;
  }

  /** Ranks their origins in the order in which they are tried for a realm. */
  rank(realmId: number): readonly string[] {
    return rankNodes(String(realmId), this.#addresses.origins());
  }

  at(origin: string): Process {
    const known = this.#opened.get(origin);
    if (known !== undefined) return known;
    const opened = openProcess(origin, this.#settings);
    this.#opened.set(origin, opened);
    return opened;
  }

  async close(): Promise<void> {
    this.#addresses.close();
    for (const { transport } of this.#opened.values()) transport.close();
    await Promise.all([...this.#opened.values()].map(async ({ http }) => http?.pool.destroy()));
  }

  #retireGone(): void {
    const current = new Set(this.#addresses.origins());
    for (const [origin, { http, transport }] of this.#opened) {
      if (current.has(origin)) continue;
      this.#opened.delete(origin);
      transport.retire();
      void http?.pool.close();
    }
  }
}

/** One process of a service. */
interface Process {
  /** Carries most requests. */
  readonly transport: Transport;
  /** Carries the others, and all while the transport is not ready; null within one process. */
  readonly http: HttpPeer | null;
}

/** @throws CallFailure when the process cannot be reached by HTTP either */
async function sendTo<Result>(
  { http, transport }: Process,
  { bodyBytes, method }: Routed,
  { overHttp, overTransport }: Attempts<Result>,
): Promise<Result> {
  if (transport.ready && transport.carries(method, bodyBytes)) {
    try {
      return await overTransport(transport);
    } catch (error) {
      if (!(error instanceof CallFailure && error.code === "CALL_UNSENT")) throw error;
    }
  }
  if (http === null) throw new CallFailure("CALL_UNSENT", "The service takes no requests.");
  return overHttp(http);
}

function openProcess(origin: string, settings: ServiceSettings): Process {
  if (origin.startsWith(inProcessProtocol)) {
    const transport = new InProcessTransport(origin.slice(`${inProcessProtocol}//`.length));
    return { transport, http: null };
  }
  const { connections = maxAtOnce, signer } = settings;
  const transport = new ClientConnection({ origin, keys: signer.keys, atOnce: connections });
  const pool = new Pool(origin, {
    connections,
    pipelining: 1,
    connect: { timeout: connectTimeoutMs },
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    headersTimeout: settings.headersTimeoutMs ?? patienceMs,
    bodyTimeout: settings.bodyTimeoutMs ?? patienceMs,
  });
  return { transport, http: { pool, host: new URL(origin).host } };
}

/** Returns the headers, names and values in turn, that tie a request to the one being worked on. */
export function scopeHeaders(): string[] {
  const scope = currentScope();
  return scope === undefined
    ? []
    : ["x-request-id", scope.requestId, "traceparent", traceparentOf(scope)];
}
