import type { IdentitySigner } from "@team-chat/identity";
import { isTracing } from "@team-chat/telemetry";

import { CallFailure, mayRepeat, unavailable } from "../transports/call-failure.ts";
import type { CallLimits, Transport } from "../transports/transport.ts";
import { limitsOf, type Process, Processes, type ServiceSettings } from "./processes.ts";
import type { HttpPeer } from "./signed-request.ts";

/** The properties of a request that decide to which process, and how, it is sent. */
interface Routed {
  /** Chooses the process; 0 for what belongs to no realm. */
  readonly realmId: number;
  readonly method: string;
  /** `Infinity` for a stream. */
  readonly bodyBytes: number;
  /** True if it changes nothing, whatever its method; left out, `GET` and `HEAD` change nothing. */
  readonly onlyReads?: boolean | undefined;
}

/** The two ways to send a request; which one is taken depends on the process that it goes to. */
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
   * and when the transport broke before the request was sent. Goes on to the next process in order as long as none can
   * have carried it out, or when it only reads and was cut off; last to those that a further look-up finds.
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

/** Opens a service of which a transport and a pool are kept for each address; `urls` as for `resolveAddresses`. */
export function openService(urls: string, settings: ServiceSettings): Service {
  const { name, signer } = settings;
  const processes = new Processes(urls, settings);
  const readyTransport = (realmId: number) => {
    const [origin] = processes.rank(realmId);
    const transport = origin === undefined ? undefined : processes.at(origin).transport;
    return transport?.ready === true ? transport : undefined;
  };
  return {
    name,
    signer,
    limits: limitsOf(settings),
    pick: (realmId) => processes.rank(realmId)[0],
    readyTransport,
    async send(request, attempts) {
      if (processes.found !== undefined) await processes.found;
      const connecting = processes.reachOnly();
      if (connecting !== undefined) await connecting;
      return await sendInTurn(processes, { name, request }, attempts);
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

/** Tries the known processes in turn; when all of them are gone, those that a new look-up finds in their place. */
async function sendInTurn<Result>(
  processes: Processes,
  { name, request }: { readonly name: string; readonly request: Routed },
  attempts: Attempts<Result>,
): Promise<Result> {
  const { method, onlyReads = method === "GET" || method === "HEAD", realmId } = request;
  let failure: unknown = null;
  const known = processes.rank(realmId);
  for (let origins = known; ; origins = await findOthers(processes, realmId, known)) {
    for (const origin of origins) {
      try {
        return await sendTo(processes.at(origin), request, attempts);
      } catch (error) {
        if (!mayRepeat(error, onlyReads)) throw unavailable(name, error);
        failure = error;
      }
    }
    if (origins !== known)
      throw unavailable(
        name,
        failure ?? new CallFailure("CALL_UNSENT", "Its name has no address."),
      );
  }
}

/** Looks for processes that are not known yet. */
async function findOthers(
  processes: Processes,
  realmId: number,
  known: readonly string[],
): Promise<readonly string[]> {
  await processes.lookAgain();
  return processes.rank(realmId).filter((origin) => !known.includes(origin));
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
  try {
    return await overHttp(http);
  } catch (error) {
    if (mayRepeat(error, false)) transport.missed();
    throw error;
  }
}
