import type { IdentitySigner } from "@team-chat/identity";
import { followTurns, type Nats } from "@team-chat/nats";
import type { Logger } from "@team-chat/telemetry";

import { maxAnswerWaitMs } from "../lengths.ts";
import { type Arrival, watchArrivals } from "../members/arrivals.ts";
import { ClientConnection } from "../transports/client-connection.ts";
import { InProcessTransport } from "../transports/in-process-transport.ts";
import type { CallLimits, Transport } from "../transports/transport.ts";
import { type Addresses, inProcessProtocol, type LookUp, resolveAddresses } from "./addresses.ts";
import { HttpPool } from "./http-pool.ts";
import { rankNodes } from "./rendezvous.ts";
import type { HttpPeer } from "./signed-request.ts";

export interface ServiceSettings {
  /** The service's name, for messages. */
  readonly name: string;
  readonly signer: IdentitySigner;
  /**
   * Tells of new processes at once, and of organizations that were moved; when left out, processes are found by looking
   * for them, and organizations are where hashing puts them.
   */
  readonly nats?: Nats;
  /** Hears of failures after which work goes on; nobody does when left out. */
  readonly log?: Logger;
  /** Requests to each process at once; 128 when left out. */
  readonly connections?: number;
  /** Longest wait for the head of an answer; 30 s when left out, 0 for no limit. */
  readonly headersTimeoutMs?: number;
  /** Longest silence within an answer; 30 s when left out, 0 for no limit. */
  readonly bodyTimeoutMs?: number;
  /** Asks for the addresses behind names; this machine's way when left out. */
  readonly lookUp?: LookUp;
}

/** Service whose organizations may be moved from one process to another (docs/adr/0053-moving-organizations.md). */
const movable = "messages";
const maxAtOnce = 128;
/** A process that does not take a connection within this time is as good as gone. */
const connectTimeoutMs = 1000;
/** Less than the servers' own, so that it is always we who close an idle connection. */
const keepAliveMs = 60_000;

/** Time limits of calls that have none of their own. */
export function limitsOf({
  bodyTimeoutMs = maxAnswerWaitMs,
  headersTimeoutMs = maxAnswerWaitMs,
}: ServiceSettings): CallLimits {
  return { bodyTimeoutMs, headersTimeoutMs };
}

/** One process of a service. */
export interface Process {
  /** Carries most requests. */
  readonly transport: Transport;
  /** Carries the others, and all while the transport is not ready; null within one process. */
  readonly http: HttpPeer | null;
}

/** The processes of a service by origin; lets go of those that are gone. */
export class Processes {
  readonly #addresses: Addresses;
  readonly #settings: ServiceSettings;
  readonly #opened = new Map<string, Process>();
  readonly #arrivals: Disposable | undefined;
  readonly #closing = new AbortController();
  /** By how many processes organizations were moved on in their ranking. */
  #turns: ReadonlyMap<number, number> = new Map();

  constructor(urls: string, settings: ServiceSettings) {
    this.#settings = settings;
    this.#addresses = resolveAddresses(urls, settings.lookUp);
    this.#addresses.onChange(() => this.#retireGone());
    const { name, nats } = settings;
    this.#connectToOnly();
    this.#arrivals = nats && watchArrivals(nats, name, (arrival) => this.#note(arrival));
    if (nats && name === movable && !urls.startsWith(inProcessProtocol)) this.#followTurns(nats);
  }

  /** Resolves when processes have been looked for; undefined while some are known. */
  get found(): Promise<void> | undefined {
    return this.#addresses.origins().length === 0 ? this.#addresses.found : undefined;
  }

  /**
   * Connects to a process that is the only one, unless there is a connection; resolves when it is made or has come to
   * nothing, undefined when none is made. What goes over HTTP instead has both ends load and compile much more, which
   * takes longer, and a process that is back has more to do than that.
   */
  reachOnly(): Promise<void> | undefined {
    const [only, ...others] = this.#addresses.origins();
    return only === undefined || others.length > 0 ? undefined : this.at(only).transport.connect();
  }

  /**
   * Ranks their origins in the order in which they are tried for a realm, by its turn if it was moved; those that are
   * away come last, until they are reached again.
   */
  rank(realmId: number): readonly string[] {
    const turn = this.#turns.get(realmId);
    const ranked = rankNodes(String(realmId), this.#addresses.origins(), turn);
    const isAway = (origin: string) => this.#opened.get(origin)?.transport.away === true;
    if (ranked.length < 2 || !ranked.some(isAway)) return ranked;
    return [...ranked.filter((origin) => !isAway(origin)), ...ranked.filter(isAway)];
  }

  at(origin: string): Process {
    const known = this.#opened.get(origin);
    if (known !== undefined) return known;
    const opened = openProcess(origin, this.#settings, () => void this.lookAgain());
    this.#opened.set(origin, opened);
    return opened;
  }

  /** Looks for others behind the service's name; resolves when that is over. */
  lookAgain(): Promise<void> {
    return this.#addresses.lookAgain();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#arrivals?.[Symbol.dispose]();
    this.#addresses.close();
    for (const { transport } of this.#opened.values()) transport.close();
    await Promise.all([...this.#opened.values()].map(async ({ http }) => http?.pool.destroy()));
  }

  /**
   * Connects to a process that is the only one before it is asked for something, so that the first requests need not go
   * over HTTP, for which both ends load and compile much more. One of several has to have HTTP connections: while it
   * stops, requests that nobody else takes yet are answered on those, and new ones may be reset.
   */
  #connectToOnly(): void {
    const [only, ...others] = this.#addresses.origins();
    if (only !== undefined && others.length === 0) this.at(only);
  }

  /** Has moved organizations asked for where they are; until that was heard they are where hashing puts them. */
  #followTurns(nats: Nats): void {
    // A NATS without the bucket is asked again several times a second.
    let isReported = false;
    followTurns(nats, {
      onTurns: (turns) => {
        this.#turns = turns;
        isReported = false;
      },
      onError: (err) => {
        if (!isReported)
          this.#settings.log?.warn({ err }, "where organizations were moved to is not known yet");
        isReported = true;
      },
      signal: this.#closing.signal,
    });
  }

  #note(arrival: Arrival): void {
    this.#addresses.note(arrival);
    if (!arrival.leaving) this.#opened.get(arrival.origin)?.transport.reach();
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

/** Opens a process; `onLoss` is called when it is lost, or says that it stops. */
function openProcess(origin: string, settings: ServiceSettings, onLoss: () => void): Process {
  if (origin.startsWith(inProcessProtocol)) {
    const transport = new InProcessTransport(origin.slice(`${inProcessProtocol}//`.length));
    return { transport, http: null };
  }
  const { connections = maxAtOnce, signer } = settings;
  const transport = new ClientConnection({
    origin,
    keys: signer.keys,
    atOnce: connections,
    onChange: () => {
      if (transport.away) onLoss();
    },
  });
  const { bodyTimeoutMs, headersTimeoutMs } = limitsOf(settings);
  const pool = new HttpPool(origin, {
    connections,
    pipelining: 1,
    connect: { timeout: connectTimeoutMs },
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    headersTimeout: headersTimeoutMs,
    bodyTimeout: bodyTimeoutMs,
  });
  return { transport, http: { pool, host: new URL(origin).host } };
}
