import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

import type { Operation } from "@team-chat/contract";

import { TakenSocket, type TakenSocketOwner } from "../connections/taken-socket.ts";
import type { Speaker } from "../requests/exchange.ts";
import type { RepeatTemplate } from "./repeat-template.ts";

/** What all requests on a connection have in common. */
export interface RepeatedHead {
  readonly req: IncomingMessage;
  readonly operation: Operation;
  readonly speaker: Speaker;
  /** Null when the next request cannot be known by this one. */
  readonly template: RepeatTemplate | null;
}

/** A client's connection between the second of several requests with the same head and whatever else it asks for. */
export class RepeatSocket extends TakenSocket {
  readonly head: RepeatedHead;
  readonly #owner: TakenSocketOwner<RepeatSocket>;
  /** Requests that came here. */
  served = 0;
  /** Pieces of the next request, as far as it is here. */
  pieces = 0;
  #whenGone: (() => void) | undefined;

  constructor(raw: Socket, head: RepeatedHead, owner: TakenSocketOwner<RepeatSocket>) {
    super(raw, true);
    this.head = head;
    this.#owner = owner;
  }

  /** Has `listener` called if the client goes away while the request that is being answered is. */
  whenGone(listener: () => void): void {
    this.#whenGone = listener;
  }

  override rest(): void {
    this.#whenGone = undefined;
    super.rest();
  }

  /** The connection has ended. */
  ended(): void {
    this.#whenGone?.();
  }

  protected received(bytes: Buffer): void {
    this.#owner.received(this, bytes);
  }
}
