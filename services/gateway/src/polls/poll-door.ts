import { type IncomingMessage, type Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

import { getEvents } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { hasBody, ResponseSink, serverKeepAliveMs, splitUrl, type Takeover } from "@team-chat/http";
import { continueScope } from "@team-chat/telemetry";

import type { Admission } from "../requests/admission.ts";
import { type Arrival, arrivalOf, type Exchange } from "../requests/exchange.ts";
import { headerLines } from "./poll-answers.ts";
import type { PollDesk } from "./poll-desk.ts";
import { type PollParameters, readPoll } from "./poll-parameters.ts";
import { PollSocket, type PollSocketOwner, type PollSource } from "./poll-socket.ts";
import { PollTemplate, usualText } from "./poll-template.ts";

interface DoorParts {
  readonly admission: Admission;
  readonly desk: PollDesk;
  /** Answers a request that failed. */
  readonly onFailure: (exchange: Exchange, error: unknown) => void;
}

interface AdmittedPoll {
  readonly poll: PollParameters;
  readonly caller: { readonly realmId: number; readonly userId: number };
  readonly headers: Readonly<Record<string, string>>;
  readonly requestId: string;
}

const pollPath = `/api/v1${getEvents.path}`;
const sweepMs = 5000;

/** Takes the connections on which clients poll out of node:http while they do nothing but poll (docs/subsystems/gateway.md). */
export class PollDoor implements Takeover, PollSocketOwner, Disposable {
  readonly #parts: DoorParts;
  readonly #sockets = new Map<Socket, PollSocket>();
  readonly #listeners = this.#createListeners();
  readonly #sweep = setInterval(() => this.#endIdle(serverKeepAliveMs), sweepMs);
  #server: Server | undefined;
  /** What is just being given back. */
  #returned: { readonly socket: Socket; readonly text: string } | undefined;

  constructor(parts: DoorParts) {
    this.#parts = parts;
  }

  /** Where connections go on which something else than a poll comes. */
  set server(server: Server) {
    this.#server = server;
  }

  wants(req: IncomingMessage): boolean {
    const { authorization, host, upgrade } = req.headers;
    if (req.method !== "GET" || host === undefined || upgrade !== undefined) return false;
    if (authorization === undefined || authorization === "" || hasBody(req)) return false;
    const [path, query] = splitUrl(req.url ?? "");
    return path === pollPath && readPoll(query) !== null;
  }

  take(req: IncomingMessage, raw: Socket, head: Buffer): void {
    const arrival = arrivalOf(req, { operation: getEvents, query: splitUrl(req.url ?? "")[1] });
    const socket = new PollSocket(raw, sourceOf(arrival), this);
    const returned = head.length === 0 ? this.#returned : undefined;
    const text = returned?.socket === raw ? returned.text : usualText(req);
    socket.template = PollTemplate.of(text, arrival.query);
    this.#sockets.set(raw, socket);
    for (const [event, listener] of this.#listeners) raw.on(event, listener);
    if (head.length > 0) socket.receive(head);
    this.#serve(socket, arrival, text).catch((error: unknown) =>
      this.#refuse(socket, arrival, error),
    );
  }

  received(socket: PollSocket, bytes: Buffer): void {
    const poll = socket.template?.read(bytes.toString("latin1"));
    if (poll) void this.#serveAgain(socket, { poll, bytes });
    else this.#giveBack(socket, bytes);
  }

  /** Ends the connections on which nothing is being answered. */
  close(): void {
    this.#endIdle(0);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#sweep);
    this.close();
  }

  async #serve(socket: PollSocket, arrival: Arrival, text: string): Promise<void> {
    // Who may not poll learns nothing about the queue id, so the refusal waits.
    const poll = socket.template?.read(text) ?? readPoll(arrival.query);
    const caller = await this.#parts.admission.admitPoll(arrival, socket.source.header);
    if (poll === null || poll instanceof AppError) throw poll ?? new TypeError("not a poll");
    this.#park(socket, {
      poll,
      caller,
      headers: arrival.headers,
      requestId: arrival.scope.requestId,
    });
  }

  /** A poll like the one before it; whatever is wrong with it is found, and said, by the long way. */
  async #serveAgain(
    socket: PollSocket,
    { bytes, poll }: { poll: PollParameters; bytes: Buffer },
  ): Promise<void> {
    socket.begin();
    const { givenId, header, host } = socket.source;
    const admitted = await this.#parts.admission.readmitPoll(host, header);
    if (admitted === null) {
      this.#giveBack(socket, bytes);
      return;
    }
    const { requestId } = continueScope(givenId, undefined);
    const headers = { "X-Request-Id": requestId, ...admitted.headers };
    this.#park(socket, { poll, caller: admitted.caller, headers, requestId });
  }

  #park(socket: PollSocket, { caller, headers, poll, requestId }: AdmittedPoll): void {
    const { slot, ...parameters } = poll;
    const request = { ...caller, ...parameters, requestId };
    this.#parts.desk.park(socket, { slot, headers: headerLines(headers), request });
  }

  #refuse(socket: PollSocket, arrival: Arrival, error: unknown): void {
    if (socket.gone) return;
    const res = new ServerResponse(arrival.req);
    res.shouldKeepAlive = socket.source.keepAlive && !this.#parts.desk.stopping;
    res.assignSocket(socket.raw);
    res.once("finish", () => {
      res.detachSocket(socket.raw);
      if (res.shouldKeepAlive) socket.rest();
      else socket.raw.destroySoon();
    });
    this.#parts.onFailure({ ...arrival, sink: new ResponseSink(res) }, error);
  }

  #giveBack(socket: PollSocket, bytes: Buffer): void {
    const { raw } = socket;
    const all = socket.leave(bytes);
    if (raw.destroyed) return;
    this.#sockets.delete(raw);
    for (const [event, listener] of this.#listeners) raw.off(event, listener);
    this.#returned = { socket: raw, text: all.toString("latin1") };
    this.#server?.emit("connection", raw);
    raw.unshift(all);
    this.#returned = undefined;
  }

  #endIdle(ms: number): void {
    const before = performance.now() - ms;
    for (const { idleSince, raw } of this.#sockets.values())
      if (idleSince > 0 && idleSince <= before) raw.destroySoon();
  }

  /** The same functions for all connections, so that a parked poll needs no closure. */
  #createListeners(): readonly Listener[] {
    const receive = (raw: Socket, bytes: Buffer) => this.#sockets.get(raw)?.receive(bytes);
    const forget = (raw: Socket) => {
      const socket = this.#sockets.get(raw);
      this.#sockets.delete(raw);
      if (socket) this.#parts.desk.forget(socket);
    };
    const onData: Listener[1] = function onData(bytes) {
      receive(this, bytes);
    };
    const onClose: Listener[1] = function onClose() {
      forget(this);
    };
    return [
      ["data", onData],
      ["end", end],
      ["error", giveUp],
      ["close", onClose],
    ];
  }
}

type Listener = readonly [event: string, listener: (this: Socket, bytes: Buffer) => void];

/** Who sends no more does not wait for an answer either; node:http sees it so too. */
function end(this: Socket): void {
  this.destroySoon();
}

/** "close" follows every error and does the work. */
function giveUp(this: Socket): void {
  this.destroy();
}

function sourceOf({ host, req }: Arrival): PollSource {
  const { authorization = "", connection = "" } = req.headers;
  const givenId = req.headers["x-request-id"];
  return {
    host,
    header: authorization,
    givenId: typeof givenId === "string" ? givenId : undefined,
    keepAlive: req.httpVersion === "1.1" && !/\bclose\b/i.test(connection),
  };
}
