import type { Socket } from "node:net";

import type { LinkAnswer } from "@team-chat/link";

import type { ParkedPoll, PollClient } from "./parked-poll.ts";
import { responseBytes } from "./poll-answers.ts";
import type { PollTemplate } from "./poll-template.ts";

/** Whose polls come on a connection, as its last one said. */
export interface PollSource {
  readonly host: string;
  /** The header `Authorization`. */
  readonly header: string;
  /** The header `X-Request-Id`. */
  readonly givenId: string | undefined;
  /** Whether another request may follow. */
  readonly keepAlive: boolean;
}

/** Told of what happens on the connection. */
export interface PollSocketOwner {
  /** Bytes came while no poll is being answered. */
  received(socket: PollSocket, bytes: Buffer): void;
}

/** More than any poll; whoever sends more before the answer is not read from until then. */
const maxEarlyBytes = 65_536;

/** A client's connection between its first poll and whatever else it asks for. One request at a time is answered. */
export class PollSocket implements PollClient {
  readonly raw: Socket;
  readonly source: PollSource;
  readonly #owner: PollSocketOwner;
  template: PollTemplate | null = null;
  parked: ParkedPoll | undefined;
  /** Since when no request is being answered; 0 while one is. */
  idleSince = 0;
  #early: Buffer | undefined;

  constructor(raw: Socket, source: PollSource, owner: PollSocketOwner) {
    this.raw = raw;
    this.source = source;
    this.#owner = owner;
  }

  get gone(): boolean {
    return !this.raw.writable;
  }

  answer(answer: LinkAnswer, { headers, last }: { headers: string; last: boolean }): void {
    if (this.gone) return;
    const isLast = last || !this.source.keepAlive;
    this.raw.write(responseBytes(answer, { headers, last: isLast }));
    if (isLast) this.raw.destroySoon();
    else this.rest();
  }

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
    this.#owner.received(this, early);
  }

  /** Takes what came on the connection. */
  receive(bytes: Buffer): void {
    if (this.idleSince > 0) {
      this.#owner.received(this, bytes);
      return;
    }
    this.#early = this.#early === undefined ? bytes : Buffer.concat([this.#early, bytes]);
    if (this.#early.length > maxEarlyBytes) this.raw.pause();
  }

  /** Everything that came and was not answered, `bytes` first. */
  leave(bytes: Buffer): Buffer {
    const early = this.#early;
    this.#early = undefined;
    if (early === undefined) return bytes;
    this.raw.resume();
    return Buffer.concat([bytes, early]);
  }
}
