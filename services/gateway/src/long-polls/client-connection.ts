import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

import type { PollAnswer } from "@team-chat/rpc";

import type { KeyHash } from "../requests/claimed-sender.ts";
import { nodeResponse } from "./node-response.ts";
import type { PendingPoll, PollClient } from "./pending-poll.ts";
import { pollResponse } from "./poll-response.ts";
import type { PollTemplate } from "./poll-template.ts";

/** The client of a connection, as the head of its first poll describes it. */
export interface PollSource {
  readonly host: string;
  readonly key: KeyHash;
  /** The header `X-Request-Id`. */
  readonly givenId: string | undefined;
  /** True if another request may follow on the connection. */
  readonly keepAlive: boolean;
}

/** Serves the next request of a connection. */
export interface ConnectionOwner {
  /** Called with what a client has sent while none of its requests is being answered. */
  received(connection: ClientConnection, bytes: Buffer): void;
  /** Returns the UNIX millisecond. */
  now(): number;
}

/**
 * Most bytes that a client may send before the answer; the connection of one that sends more is not read until then.
 */
const maxEarlyBytes = 65_536;

/** Serves one client's connection from its first poll on, one request after the other. */
export class ClientConnection implements PollClient {
  readonly socket: Socket;
  readonly source: PollSource;
  /** By which the next poll is recognized; null while the bytes of no poll are known. */
  readonly template: PollTemplate | null;
  pending: PendingPoll | undefined;
  /** The time since which no request is being answered, on the clock of `performance.now()`; 0 while one is. */
  idleSince = 0;
  readonly #owner: ConnectionOwner;
  /** Bytes that have come, in order, and belong to later requests. */
  #early: Buffer | undefined;

  constructor(
    socket: Socket,
    facts: { readonly source: PollSource; readonly template: PollTemplate | null },
    owner: ConnectionOwner,
  ) {
    this.socket = socket;
    this.source = facts.source;
    this.template = facts.template;
    this.#owner = owner;
  }

  get gone(): boolean {
    return !this.socket.writable;
  }

  /** Notes that a request is being answered from now on. */
  begin(): void {
    this.idleSince = 0;
  }

  /** Writes the answer to a poll. */
  answer(
    answer: PollAnswer,
    { headers, last }: { readonly headers: string; readonly last: boolean },
  ): void {
    if (this.gone) return;
    const { socket, source } = this;
    const isLast = last || !source.keepAlive;
    const isTaken = socket.write(
      pollResponse(answer, { headers, last: isLast, atMs: this.#owner.now() }),
    );
    if (isLast) socket.destroySoon();
    else if (isTaken) this.#becomeIdle();
    // A client that does not read its answer is served no further until it does.
    else socket.once("drain", () => this.#becomeIdle());
  }

  /** Creates a response of node:http on this connection, to refuse a request with. */
  respond(req: IncomingMessage, isLast: boolean): ServerResponse {
    return nodeResponse(this.socket, req, { isLast, onIdle: () => this.#becomeIdle() });
  }

  /** Takes what came on the connection. */
  receive(bytes: Buffer): void {
    const all = this.#early === undefined ? bytes : Buffer.concat([this.#early, bytes]);
    if (this.idleSince > 0) {
      this.#early = undefined;
      this.#owner.received(this, all);
      return;
    }
    this.#early = all;
    if (all.length > maxEarlyBytes) this.socket.pause();
  }

  /** Returns everything that came and was not answered, `bytes` first. */
  release(bytes: Buffer): Buffer {
    const early = this.#early;
    this.#early = undefined;
    if (early === undefined) return bytes;
    this.socket.resume();
    return Buffer.concat([bytes, early]);
  }

  #becomeIdle(): void {
    this.idleSince = performance.now();
    const early = this.#early;
    if (early === undefined) return;
    this.#early = undefined;
    this.socket.resume();
    this.#owner.received(this, early);
  }
}
