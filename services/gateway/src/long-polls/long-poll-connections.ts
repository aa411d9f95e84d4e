import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

import { getEvents } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { hasBody, serverKeepAliveMs, splitUrl, type Takeover } from "@team-chat/http";
import { continueScope } from "@team-chat/telemetry";

import { claimedSender } from "../requests/claimed-sender.ts";
import { type ClientRequest, type RequestHead, requestHead } from "../requests/client-request.ts";
import type { SessionCookie } from "../requests/session-cookie.ts";
import { ClientConnection, type ConnectionOwner, type PollSource } from "./client-connection.ts";
import type { LongPollRegistry } from "./long-poll-registry.ts";
import type { PollAdmission, PollCaller } from "./poll-admission.ts";
import { type PollParameters, readPoll } from "./poll-parameters.ts";
import { headerLines } from "./poll-response.ts";
import { PollTemplate } from "./poll-template.ts";

interface ConnectionsParts {
  readonly admission: PollAdmission;
  readonly registry: LongPollRegistry;
  readonly cookie: SessionCookie;
  /** The clock, in UNIX milliseconds. */
  readonly now: () => number;
  /** Answers a request that failed. */
  readonly onFailure: (request: ClientRequest, error: unknown) => void;
}

interface RegisteredPoll {
  readonly poll: PollParameters;
  readonly caller: PollCaller;
  readonly headers: Readonly<Record<string, string>>;
  readonly requestId: string;
}

type SocketListener = readonly [event: string, listener: (this: Socket, bytes: Buffer) => void];

const pollPaths = new Set([`/api/v1${getEvents.path}`, `/json${getEvents.path}`]);
const sweepMs = 5000;
const endOfHead = "\r\n\r\n";

/**
 * Holds the connections of clients that do nothing but poll, outside of node:http.
 *
 * On bare connections all processes take about 115 µs for a poll with its answer instead of 178; to be removed when
 * the difference is less than a fifth (docs/adr/0014-polls-outside-of-node-http.md).
 *
 * All of it is behind this class: `wants` and `take` are called by `listen` of libs/http, and whatever is not a plain
 * poll goes back to node:http with its bytes. Without this class polls still work: the events service answers them
 * over HTTP, like those in an unusual form (docs/subsystems/gateway.md, Connections that poll).
 */
export class LongPollConnections implements Takeover, ConnectionOwner, Disposable {
  readonly #parts: ConnectionsParts;
  readonly #connections = new Map<Socket, ClientConnection>();
  /** One set of functions for all connections, so that a connection that waits needs no closure. */
  readonly #listeners = this.#createListeners();
  readonly #sweep = setInterval(
    () => this.#endIdleSince(performance.now() - serverKeepAliveMs),
    sweepMs,
  );
  #server: Server | undefined;
  /** Holds what node:http is just being given back; it reads the head of a request before `giveBack` returns. */
  #returning: { readonly socket: Socket; readonly text: string } | undefined;

  constructor(parts: ConnectionsParts) {
    this.#parts = parts;
  }

  /** Sets the server that connections are given back to. */
  set server(server: Server) {
    this.#server = server;
  }

  /** Tells whether a request is a plain poll, in a form that needs none of the care of the parameter binder. */
  wants(req: IncomingMessage): boolean {
    const { expect, host, upgrade } = req.headers;
    if (req.method !== "GET" || host === undefined) return false;
    // node:http knows what to say to these.
    if (upgrade !== undefined || expect !== undefined) return false;
    if (hasBody(req) || claimedSender(req, this.#parts.cookie) === undefined) return false;
    const [path, query] = splitUrl(req.url ?? "");
    return pollPaths.has(path) && readPoll(query) !== null;
  }

  /** Takes over the connection of a poll whose head node:http has read; `early` came behind that head. */
  take(req: IncomingMessage, socket: Socket, early: Buffer): void {
    const query = splitUrl(req.url ?? "")[1];
    const request = requestHead(req, { operation: getEvents, query, cookie: this.#parts.cookie });
    const text = this.#headOf(socket, early);
    const template = text === undefined ? null : PollTemplate.of(text, query);
    const connection = new ClientConnection(socket, { source: sourceOf(request), template }, this);
    this.#connections.set(socket, connection);
    for (const [event, listener] of this.#listeners) socket.on(event, listener);
    if (early.length > 0) connection.receive(early);
    this.#serve(connection, request).catch((error: unknown) =>
      this.#refuse(connection, request, error),
    );
  }

  now(): number {
    return this.#parts.now();
  }

  received(connection: ClientConnection, bytes: Buffer): void {
    const poll = connection.template?.read(bytes.toString("latin1"));
    if (poll) void this.#serveNext(connection, { poll, bytes });
    else this.#giveBack(connection, bytes);
  }

  /** Ends the connections on which no request is being answered. */
  endIdle(): void {
    this.#endIdleSince(performance.now());
  }

  /** Destroys all connections. */
  cut(): void {
    for (const socket of this.#connections.keys()) socket.destroy();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#sweep);
    this.endIdle();
  }

  /** Serves the poll that a connection was taken over with. */
  async #serve(connection: ClientConnection, request: RequestHead): Promise<void> {
    const { admission } = this.#parts;
    // A queue id is refused after the credentials, so that strangers learn nothing about queues.
    const poll = readPoll(request.query);
    const caller = await admission.admit(request);
    if (poll === null || poll instanceof AppError) throw poll ?? new TypeError("not a poll");
    const { headers, scope } = request;
    this.#register(connection, { poll, caller, headers, requestId: scope.requestId });
  }

  /** Serves a poll that repeats the last one but for its `last_event_id`; node:http refuses what is wrong with it. */
  async #serveNext(
    connection: ClientConnection,
    { bytes, poll }: { readonly poll: PollParameters; readonly bytes: Buffer },
  ): Promise<void> {
    connection.begin();
    const { givenId, host, key } = connection.source;
    const admitted = await this.#parts.admission.readmit(host, key);
    if (admitted === null) {
      this.#giveBack(connection, bytes);
      return;
    }
    const { requestId } = continueScope(givenId, undefined);
    const headers = { "X-Request-Id": requestId, ...admitted.headers };
    this.#register(connection, { poll, caller: admitted.caller, headers, requestId });
  }

  #register(
    connection: ClientConnection,
    { caller, headers, poll, requestId }: RegisteredPoll,
  ): void {
    const { slot, ...parameters } = poll;
    const request = { ...caller, ...parameters, requestId };
    this.#parts.registry.add(connection, { slot, headers: headerLines(headers), request });
  }

  #refuse(connection: ClientConnection, request: RequestHead, error: unknown): void {
    if (connection.gone) return;
    const { onFailure, registry } = this.#parts;
    const res = connection.respond(request.req, !connection.source.keepAlive || registry.leaving);
    onFailure({ ...request, res }, error);
  }

  /** Has node:http go on with a connection, beginning with `bytes`. */
  #giveBack(connection: ClientConnection, bytes: Buffer): void {
    const { socket } = connection;
    const all = connection.release(bytes);
    if (socket.destroyed) return;
    this.#connections.delete(socket);
    for (const [event, listener] of this.#listeners) socket.off(event, listener);
    this.#returning = { socket, text: all.toString("latin1") };
    this.#server?.emit("connection", socket);
    socket.unshift(all);
    this.#returning = undefined;
  }

  /** Returns the bytes of the head that node:http has just read, if it read them out of what was given back. */
  #headOf(socket: Socket, early: Buffer): string | undefined {
    if (this.#returning?.socket !== socket) return undefined;
    const { text } = this.#returning;
    const headEnd = text.indexOf(endOfHead) + endOfHead.length;
    // When several requests were given back it may be another one than the first.
    return text.length - early.length === headEnd ? text.slice(0, headEnd) : undefined;
  }

  /** Ends connections on which no request has been answered since that time. */
  #endIdleSince(time: number): void {
    for (const { idleSince, socket } of this.#connections.values())
      if (idleSince > 0 && idleSince <= time) socket.destroySoon();
  }

  #createListeners(): readonly SocketListener[] {
    const receive = (socket: Socket, bytes: Buffer) =>
      this.#connections.get(socket)?.receive(bytes);
    const forget = (socket: Socket) => {
      const connection = this.#connections.get(socket);
      this.#connections.delete(socket);
      if (connection) this.#parts.registry.cancel(connection);
    };
    const onData: SocketListener[1] = function onData(bytes) {
      receive(this, bytes);
    };
    const onClose: SocketListener[1] = function onClose() {
      forget(this);
    };
    return [
      ["data", onData],
      ["end", onEnd],
      ["error", onError],
      ["close", onClose],
    ];
  }
}

/** Ends a connection whose client sends no more: as for node:http, it does not wait for an answer either. */
function onEnd(this: Socket): void {
  this.destroySoon();
}

/** Destroys a broken connection; the event "close" follows. */
function onError(this: Socket): void {
  this.destroy();
}

function sourceOf({ host, req, sender }: RequestHead): PollSource {
  if (sender === undefined) throw new TypeError("A poll is taken only with credentials.");
  const givenId = req.headers["x-request-id"];
  return {
    host,
    key: sender.key,
    givenId: typeof givenId === "string" ? givenId : undefined,
    keepAlive: req.httpVersion === "1.1" && !/\bclose\b/i.test(req.headers.connection ?? ""),
  };
}
