import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

import type { Operation } from "@team-chat/contract";
import { type RouteTable, splitUrl, type Takeover } from "@team-chat/http";

import type { TakenSocketOwner } from "../connections/taken-socket.ts";
import { TakenSockets } from "../connections/taken-sockets.ts";
import { usualText } from "../connections/usual-text.ts";
import { arrivalOf, type Exchange, speakerOf } from "../requests/exchange.ts";
import { RepeatAnswer } from "./repeat-answer.ts";
import { RepeatSocket } from "./repeat-socket.ts";
import { type Repeated, RepeatTemplate } from "./repeat-template.ts";

interface DoorParts {
  readonly table: RouteTable<Operation>;
  readonly serve: (exchange: Exchange) => void;
  readonly maxBodyBytes: number;
}

/** What is known of a connection that is, or was, with node:http. */
interface Acquaintance {
  url: string;
  authorization: string;
  /** How often in a row it was taken for nothing. */
  disappointments: number;
}

/** Longer bodies are left to node:http. */
const longestBody = 16 * 1024;
/** Taking a connection and giving it back costs more than a request on it saves. */
const maxDisappointments = 2;
/** Of a request, before it is left to node:http. */
const maxPieces = 4;

/**
 * Takes the connections on which clients send one request after the other with the same head out of node:http, for as long as they do
 * (docs/subsystems/gateway.md).
 */
export class RepeatDoor implements Takeover, TakenSocketOwner<RepeatSocket>, Disposable {
  readonly #parts: DoorParts;
  readonly #maxBodyBytes: number;
  readonly #sockets: TakenSockets<RepeatSocket>;
  readonly #acquaintances = new WeakMap<Socket, Acquaintance>();
  #stopping = false;
  readonly #isLast = () => this.#stopping;

  constructor(parts: DoorParts) {
    this.#parts = parts;
    this.#maxBodyBytes = Math.min(parts.maxBodyBytes, longestBody);
    this.#sockets = new TakenSockets({
      gone: (socket) => socket.ended(),
      late: (socket) => this.#leave(socket),
    });
  }

  /** Where connections go on which something else comes. */
  set server(server: Server) {
    this.#sockets.server = server;
  }

  /** The second request in a row for the same thing, if it is a plain one. */
  wants(req: IncomingMessage): boolean {
    if (req.method !== "POST" || this.#stopping) return false;
    const { url = "" } = req;
    const { authorization = "" } = req.headers;
    const known = this.#acquaintances.get(req.socket);
    if (known === undefined) {
      this.#acquaintances.set(req.socket, { url, authorization, disappointments: 0 });
      return false;
    }
    if (known.disappointments >= maxDisappointments) return false;
    const isSame = known.url === url && known.authorization === authorization;
    known.url = url;
    known.authorization = authorization;
    return isSame && isPlain(req) && this.#operationOf(url) !== undefined;
  }

  take(req: IncomingMessage, raw: Socket, head: Buffer): void {
    const operation = this.#operationOf(req.url ?? "");
    if (operation === undefined) throw new TypeError("not wanted");
    const text = this.#sockets.headOf(raw, head) ?? usualText(req);
    // The body is read here, if at all.
    req.complete = true;
    const template = RepeatTemplate.of(text);
    const speaker = speakerOf(req, req.headers.authorization ?? "");
    const socket = new RepeatSocket(raw, { req, operation, speaker, template }, this);
    this.#sockets.add(socket, Buffer.concat([Buffer.from(text, "latin1"), head]));
    socket.rest();
  }

  received(socket: RepeatSocket, bytes: Buffer): void {
    const found = socket.head.template?.read(bytes, this.#maxBodyBytes);
    if (found === "partly") this.#await(socket, bytes);
    else if (found) this.#serve(socket, found);
    else {
      this.#note(socket);
      this.#sockets.giveBack(socket, bytes);
    }
  }

  stop(): void {
    this.#stopping = true;
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

  #operationOf(url: string): Operation | undefined {
    const found = this.#parts.table.find("POST", splitUrl(url)[0]);
    if (found === undefined || !("entry" in found)) return undefined;
    const { auth, owner } = found.entry;
    return auth === "none" || owner === "events" ? undefined : found.entry;
  }

  #serve(socket: RepeatSocket, { body, rest }: Repeated): void {
    socket.begin(rest);
    socket.served += 1;
    socket.pieces = 0;
    const { operation, req, speaker } = socket.head;
    req.headers["content-length"] = String(body.length);
    const arrival = arrivalOf(req, { operation, query: splitUrl(req.url ?? "")[1] });
    this.#parts.serve({ ...arrival, speaker, body, sink: new RepeatAnswer(socket, this.#isLast) });
  }

  /** Most clients that send head and body one after the other send the body in one piece. */
  #await(socket: RepeatSocket, bytes: Buffer): void {
    socket.pieces += 1;
    socket.keep(bytes);
    if (socket.pieces > maxPieces) this.#leave(socket);
  }

  /** Has node:http keep the connection. */
  #leave(socket: RepeatSocket): void {
    const known = this.#acquaintances.get(socket.raw);
    if (known !== undefined) known.disappointments = maxDisappointments;
    this.#sockets.giveBack(socket);
  }

  /** Notes whether it was worth while to take the connection; the request that it was taken with does not count. */
  #note({ raw, served }: RepeatSocket): void {
    const known = this.#acquaintances.get(raw);
    if (known !== undefined) known.disappointments = served > 1 ? 0 : known.disappointments + 1;
  }
}

/** Whether there is nothing special about a request but that it has a body of a known length. */
function isPlain({ headers, httpVersion }: IncomingMessage): boolean {
  const { authorization, connection = "keep-alive", expect, host, upgrade } = headers;
  return (
    httpVersion === "1.1" &&
    host !== undefined &&
    authorization !== undefined &&
    authorization !== "" &&
    upgrade === undefined &&
    expect === undefined &&
    headers["transfer-encoding"] === undefined &&
    /^[1-9]\d{0,4}$/.test(headers["content-length"] ?? "") &&
    /^keep-alive$/i.test(connection)
  );
}
