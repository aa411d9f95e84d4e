import type { Server } from "node:http";
import type { Socket } from "node:net";

import { serverKeepAliveMs } from "@team-chat/http";

import type { TakenSocket } from "./taken-socket.ts";

const sweepMs = 5000;
const endOfHead = "\r\n\r\n";

type Listener = readonly [event: string, listener: (this: Socket, bytes: Buffer) => void];

interface TakenEvents<Taken> {
  /** A connection ended while it was here. */
  gone(socket: Taken): void;
}

/** The connections that one kind of requests has taken out of node:http, until they end or go back. */
export class TakenSockets<Taken extends TakenSocket> implements Disposable {
  readonly #sockets = new Map<Socket, Taken>();
  readonly #events: TakenEvents<Taken>;
  /** The same functions for all connections, so that one that waits needs no closure. */
  readonly #listeners = this.#createListeners();
  readonly #sweep = setInterval(
    () => this.#endIdleSince(performance.now() - serverKeepAliveMs),
    sweepMs,
  );
  #server: Server | undefined;
  /** What is just being given back. */
  #returned: { readonly socket: Socket; readonly text: string } | undefined;

  constructor(events: TakenEvents<Taken>) {
    this.#events = events;
  }

  /** Where connections go back to. */
  set server(server: Server) {
    this.#server = server;
  }

  /** `early` came behind the head of the request that the connection was taken with, which is being answered. */
  add(socket: Taken, early: Buffer): void {
    const { raw } = socket;
    this.#sockets.set(raw, socket);
    for (const [event, listener] of this.#listeners) raw.on(event, listener);
    if (early.length > 0) socket.receive(early);
  }

  /** The head of the request that node:http has just read, as it was written; `early` came behind it. Undefined when that is not known. */
  headOf(raw: Socket, early: Buffer): string | undefined {
    if (this.#returned?.socket !== raw) return undefined;
    const { text } = this.#returned;
    const headEnd = text.indexOf(endOfHead) + endOfHead.length;
    // Of several requests at once it may be another than the first.
    return text.length - early.length === headEnd ? text.slice(0, headEnd) : undefined;
  }

  /** Has node:http go on with everything that came and was not answered, `bytes` first. */
  giveBack(socket: Taken, bytes?: Buffer): void {
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

  /** Ends the connections on which nothing is being answered. */
  endIdle(): void {
    this.#endIdleSince(performance.now());
  }

  /** Cuts all connections. */
  cut(): void {
    for (const raw of this.#sockets.keys()) raw.destroy();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#sweep);
    this.endIdle();
  }

  /** Ends connections on which nothing was being answered then, nor since. */
  #endIdleSince(time: number): void {
    for (const { idleSince, raw } of this.#sockets.values())
      if (idleSince > 0 && idleSince <= time) raw.destroySoon();
  }

  #createListeners(): readonly Listener[] {
    const receive = (raw: Socket, bytes: Buffer) => this.#sockets.get(raw)?.receive(bytes);
    const forget = (raw: Socket) => {
      const socket = this.#sockets.get(raw);
      this.#sockets.delete(raw);
      if (socket) this.#events.gone(socket);
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

/** Who sends no more does not wait for an answer either; node:http sees it so too. */
function end(this: Socket): void {
  this.destroySoon();
}

/** "close" follows every error and does the work. */
function giveUp(this: Socket): void {
  this.destroy();
}
