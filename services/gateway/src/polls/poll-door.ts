import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

import { getEvents } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { hasBody, splitUrl, type Takeover } from "@team-chat/http";
import { continueScope } from "@team-chat/telemetry";

import { headerLines } from "../connections/response-bytes.ts";
import type { TakenSocketOwner } from "../connections/taken-socket.ts";
import { TakenSockets } from "../connections/taken-sockets.ts";
import type { Admission } from "../requests/admission.ts";
import { type Arrival, arrivalOf, type Exchange } from "../requests/exchange.ts";
import type { PollDesk } from "./poll-desk.ts";
import { type PollParameters, readPoll } from "./poll-parameters.ts";
import { PollSocket, type PollSource } from "./poll-socket.ts";
import { PollTemplate } from "./poll-template.ts";

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

/** Takes the connections on which clients poll out of node:http while they do nothing but poll (docs/subsystems/gateway.md). */
export class PollDoor implements Takeover, TakenSocketOwner<PollSocket>, Disposable {
  readonly #parts: DoorParts;
  readonly #sockets: TakenSockets<PollSocket>;

  constructor(parts: DoorParts) {
    this.#parts = parts;
    this.#sockets = new TakenSockets({ gone: (socket) => parts.desk.forget(socket) });
  }

  /** Where connections go on which something else than a poll comes. */
  set server(server: Server) {
    this.#sockets.server = server;
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
    const text = this.#sockets.headOf(raw, head);
    if (text !== undefined) socket.template = PollTemplate.of(text, arrival.query);
    this.#sockets.add(socket, head);
    this.#serve(socket, arrival).catch((error: unknown) => this.#refuse(socket, arrival, error));
  }

  received(socket: PollSocket, bytes: Buffer): void {
    const poll = socket.template?.read(bytes.toString("latin1"));
    if (poll) void this.#serveAgain(socket, { poll, bytes });
    else this.#sockets.giveBack(socket, bytes);
  }

  /** Ends the connections on which nothing is being answered. */
  close(): void {
    this.#sockets.endIdle();
  }

  cut(): void {
    this.#sockets.cut();
  }

  [Symbol.dispose](): void {
    this.#sockets[Symbol.dispose]();
  }

  async #serve(socket: PollSocket, arrival: Arrival): Promise<void> {
    // Who may not poll learns nothing about the queue id, so the refusal waits.
    const poll = readPoll(arrival.query);
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
      this.#sockets.giveBack(socket, bytes);
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
    const res = socket.respond(arrival.req, !socket.keepAlive || this.#parts.desk.stopping);
    this.#parts.onFailure({ ...arrival, res }, error);
  }
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
