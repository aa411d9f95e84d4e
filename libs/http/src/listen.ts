import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

import type { RpcServer } from "@team-chat/rpc";

import { answerError } from "./answers/write-answer.ts";
import { createProbes } from "./probes.ts";
import { formRefusal, maxTargetBytes } from "./request-form.ts";
import { type Takeover, TakeoverGate } from "./takeover.ts";
import { answerUnreadable } from "./unreadable-requests.ts";

/** Something that answers HTTP requests and knows whether it can. */
export interface Listenable {
  readonly handler: RequestListener;
  /** Rejects while a dependency does not answer. */
  readonly ready: () => Promise<void>;
  readonly takeover?: Takeover;
  /** Accepts connections of callers on the same port; not together with `takeover`. */
  readonly rpc?: RpcServer;
}

interface ListenSettings {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Time between failing readiness and refusing connections, for load balancers to notice; 0 when left out. */
  readonly drainMs?: number;
  /** Requests that are still not answered after this time are cut off; 10 s when left out. */
  readonly graceMs?: number;
}

export interface RunningServer extends AsyncDisposable {
  readonly port: number;
  readonly server: Server;
  /** Fails readiness, stops accepting, lets running requests finish and closes idle connections. */
  close(): Promise<void>;
}

/** Longer than our pools keep a connection, so that it is always the caller who closes an idle one. */
export const serverKeepAliveMs = 75_000;
/** Room for the connections of a whole fan-out that arrives at once. */
const backlog = 16_384;
/** Of the fields of a request's head, as node:http has it by default. */
const maxFieldBytes = 16 * 1024;
/** Precision of the time limit for a request's arrival. */
const checkMs = 2000;
const idleSweepMs = 20;
const firstRequestMs = 300;

/** Starts a server that also answers GET /livez and GET /readyz. */
export async function listen(app: Listenable, settings: ListenSettings): Promise<RunningServer> {
  const probes = createProbes(app.ready);
  const unused = new Set<Socket>();
  const answers = new WeakMap<Duplex, ServerResponse>();
  const { rpc, takeover } = app;
  const gate = takeover && new TakeoverGate(takeover, answers);
  const upgrades = gate?.options() ?? {
    shouldUpgradeCallback: (req: IncomingMessage) => rpc?.wants(req) === true,
  };
  let stopping = false;
  const server = createServer({ ...limitsOf(app), ...upgrades }, (req, res) => {
    unused.delete(req.socket);
    answers.set(req.socket, res);
    const refusal = formRefusal(req);
    if (stopping || refusal) res.shouldKeepAlive = false;
    if (refusal) answerError(res, refusal);
    else if (!probes.answer(req.url, res)) app.handler(req, res);
  });
  answerUnreadable(server, answers);
  const known = new WeakSet<Socket>();
  server.on("connection", (socket) => {
    // Given back after a takeover.
    if (known.has(socket)) return;
    known.add(socket);
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  const taker = gate ?? rpc;
  if (taker) {
    server.on("upgrade", (req: IncomingMessage, socket: Socket, head) => {
      unused.delete(socket);
      taker.take(req, socket, head);
    });
  }
  server.listen({ host: settings.host, port: settings.port, backlog });
  await once(server, "listening");
  let closed: Promise<void> | undefined;
  const close = () => {
    stopping = true;
    probes.beginStop();
    return (closed ??= drain({ server, unused, rpc, takeover }, settings));
  };
  return { port: portOf(server), server, close, [Symbol.asyncDispose]: close };
}

function limitsOf({ rpc }: Listenable): ServerOptions {
  return {
    keepAliveTimeout: serverKeepAliveMs,
    requestTimeout: 0,
    connectionsCheckingInterval: checkMs,
    // Services get what the gateway adds to a head as well.
    maxHeaderSize: maxTargetBytes + (rpc === undefined ? 1 : 2) * maxFieldBytes,
    // We look at it ourselves.
    requireHostHeader: false,
  };
}

interface Draining {
  readonly server: Server;
  /** Connections on which nothing was asked yet. */
  readonly unused: ReadonlySet<Socket>;
  readonly rpc: RpcServer | undefined;
  readonly takeover: Takeover | undefined;
}

async function drain(
  { rpc, server, takeover, unused }: Draining,
  { drainMs = 0, graceMs = 10_000 }: ListenSettings,
): Promise<void> {
  if (drainMs > 0) await new Promise((resolve) => setTimeout(resolve, drainMs));
  const ended = once(server, "close");
  server.close();
  rpc?.stop();
  const timers = [
    // Connections whose last answer was begun before stopping go idle only later.
    setInterval(() => server.closeIdleConnections(), idleSweepMs),
    // Node does not count a connection without any request as idle; its first may still be on the way.
    setTimeout(() => {
      for (const socket of unused) socket.destroy();
    }, firstRequestMs),
    setTimeout(() => {
      server.closeAllConnections();
      rpc?.close();
      takeover?.cut();
    }, graceMs),
  ];
  await ended;
  for (const timer of timers) clearTimeout(timer);
}

/** Returns the port that a server listens on. */
export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new Error("The server listens on no port.");
  return address.port;
}
