import { type IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

import { serverKeepAliveMs } from "@team-chat/http";

/** Told of what happens on the connection. */
export interface TakenSocketOwner<Taken> {
  /** Bytes came, or were there already, while no request is being answered. */
  received(socket: Taken, bytes: Buffer): void;
}

/** Whoever sends more than this before the answer is not read from until then. */
const maxEarlyBytes = 65_536;

/** A client's connection that was taken out of node:http. One request at a time is answered. */
export abstract class TakenSocket {
  readonly raw: Socket;
  /** Whether another request may follow. */
  readonly keepAlive: boolean;
  /** Since when no request is being answered; 0 while one is. */
  idleSince = 0;
  /** Bytes that came, in order, and were not looked at. */
  #early: Buffer | undefined;

  constructor(raw: Socket, keepAlive: boolean) {
    this.raw = raw;
    this.keepAlive = keepAlive;
  }

  get gone(): boolean {
    return !this.raw.writable;
  }

  /** Gives bytes to whoever knows what they ask for; only while no request is being answered. */
  protected abstract received(bytes: Buffer): void;

  /** A request is being answered from now on. */
  begin(): void {
    this.idleSince = 0;
  }

  /** The request was answered: the next one may come, or be there already. */
  rest(): void {
    this.idleSince = performance.now();
    const early = this.#early;
    if (early === undefined) return;
    this.#early = undefined;
    this.raw.resume();
    this.received(early);
  }

  /** Writes the whole answer. A client that does not take it is asked nothing further until it does. */
  finish(bytes: Buffer, isLast: boolean): void {
    const isTaken = this.raw.write(bytes);
    if (isLast) this.raw.destroySoon();
    else if (isTaken) this.rest();
    else this.raw.once("drain", () => this.rest());
  }

  /** A response of node:http on this connection, for answers that are not written at once. */
  respond(req: IncomingMessage, isLast: boolean): ServerResponse {
    const { raw } = this;
    const res = new ServerResponse(req);
    res.shouldKeepAlive = !isLast;
    if (!isLast) res.setHeader("Keep-Alive", `timeout=${serverKeepAliveMs / 1000}`);
    res.assignSocket(raw);
    const onDrain = () => void res.emit("drain");
    raw.on("drain", onDrain);
    return res.once("finish", () => {
      raw.off("drain", onDrain);
      res.detachSocket(raw);
      if (res.shouldKeepAlive) this.rest();
      else raw.destroySoon();
    });
  }

  /** Takes what came on the connection. */
  receive(bytes: Buffer): void {
    const all = this.#early === undefined ? bytes : Buffer.concat([this.#early, bytes]);
    if (this.idleSince > 0) {
      this.#early = undefined;
      this.received(all);
      return;
    }
    this.#early = all;
    if (all.length > maxEarlyBytes) this.raw.pause();
  }

  /** Everything that came and was not answered, `bytes` first. */
  leave(bytes?: Buffer): Buffer {
    const early = this.#early;
    this.#early = undefined;
    if (early === undefined) return bytes ?? Buffer.alloc(0);
    this.raw.resume();
    return bytes === undefined ? early : Buffer.concat([bytes, early]);
  }
}
