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

import { type RpcServer, serveInProcess } from "@team-chat/rpc";

import { listenManifold } from "./acceptors.ts";
import { drain, type Patience } from "./drain.ts";
import { createProbes } from "./probes.ts";
import { RequestEntry } from "./request-entry.ts";
import { maxTargetBytes } from "./request-form.ts";
import { SharedPort } from "./share-port.ts";
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

interface ListenSettings extends Patience {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** A further port, which several processes share. */
  readonly sharedPort?: number | undefined;
  /** Connections that are accepted in one turn of the event loop, where the port is not shared; one when left out. */
  readonly acceptsAtOnce?: number;
  /** Name at which callers of this process reach what takes connections of callers. */
  readonly inProcessName?: string | undefined;
}

export interface RunningServer extends AsyncDisposable {
  readonly port: number;
  readonly server: Server;
  /** Fails readiness and leaves the shared port; resolves when whoever connects there gets to another process. */
  leave(): Promise<void>;
  /** Does that, stops accepting, lets running requests finish and closes idle connections. */
  close(): Promise<void>;
}

/** Longer than our pools keep a connection, so that it is always the caller who closes an idle one. */
export const serverKeepAliveMs = 75_000;
/** Room for the connections of a whole fan-out, or of everybody whose process was stopped, that arrive at once. */
const backlog = 16_384;
/** Of the fields of a request's head, as node:http has it by default. */
const maxFieldBytes = 16 * 1024;
/** Precision of the time limit for a request's arrival. */
const checkMs = 2000;

/** Starts a server that also answers GET /livez and GET /readyz. */
export async function listen(app: Listenable, settings: ListenSettings): Promise<RunningServer> {
  // Whoever asks is told only then that this process is ready when connections that come to it are served.
  let sharedPort: SharedPort | undefined;
  const probes = createProbes(async () => {
    await app.ready();
    await sharedPort?.joined;
  });
  const unused = new Set<Socket>();
  const answers = new WeakMap<Duplex, ServerResponse>();
  const { rpc, takeover } = app;
  const gate = takeover && new TakeoverGate(takeover, answers);
  const upgrades = gate?.options() ?? {
    shouldUpgradeCallback: (req: IncomingMessage) => rpc?.wants(req) === true,
  };
  const entry = new RequestEntry({ handler: app.handler, probes, unused, answers });
  const server = createServer({ ...limitsOf(app), ...upgrades }, entry.listener);
  answerUnreadable(server, answers);
  const open = new Set<Socket>();
  server.on("connection", (socket) => {
    // Given back after a takeover.
    if (open.has(socket)) return;
    open.add(socket);
    unused.add(socket);
    socket.once("close", () => {
      open.delete(socket);
      unused.delete(socket);
    });
  });
  const taker = gate ?? rpc;
  if (taker) {
    server.on("upgrade", (req: IncomingMessage, socket: Socket, head) => {
      unused.delete(socket);
      taker.take(req, socket, head);
    });
  }
  const { acceptsAtOnce = 1, host, inProcessName: name, port, sharedPort: shared } = settings;
  const closeOthers = await listenManifold(server, { host, port, backlog }, acceptsAtOnce);
  const inProcess = name === undefined || !rpc ? undefined : serveInProcess(name, rpc.handlers);
  if (shared !== undefined)
    sharedPort = new SharedPort(server, { host, port: shared, backlog, ready: app.ready });
  const { close, leave } = stepsOf({ entry, open, sharedPort }, () =>
    drain({ server, closeOthers, open, unused, rpc, inProcess, takeover }, settings),
  );
  return { port: portOf(server), server, leave, close, [Symbol.asyncDispose]: close };
}

interface Stoppable {
  readonly entry: RequestEntry;
  readonly open: Iterable<Duplex>;
  readonly sharedPort: SharedPort | undefined;
}

/** Returns the steps in which a server stops, each of which is taken once. */
function stepsOf(
  { entry, open, sharedPort }: Stoppable,
  drainAll: () => Promise<void>,
): Pick<RunningServer, "close" | "leave"> {
  let left: Promise<void> | undefined;
  const leave = () => {
    entry.beginStop();
    return (left ??= sharedPort?.leave() ?? Promise.resolve());
  };
  const stop = async () => {
    const leaving = leave();
    // Clients whose connections end connect again at once, and must not come to a port that is just being left.
    if (sharedPort) await leaving;
    entry.endConnections(open);
    await drainAll();
  };
  let closed: Promise<void> | undefined;
  return { leave, close: () => (closed ??= stop()) };
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

/** Returns the port that a server listens on. */
export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new Error("The server listens on no port.");
  return address.port;
}
