import type { Socket } from "node:net";

import type { PollAnswer } from "@team-chat/rpc";

import { TakenSocket, type TakenSocketOwner } from "../connections/taken-socket.ts";
import type { ParkedPoll, PollClient } from "./parked-poll.ts";
import { pollResponse } from "./poll-answers.ts";
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

/** A client's connection between its first poll and whatever else it asks for. */
export class PollSocket extends TakenSocket implements PollClient {
  readonly source: PollSource;
  readonly #owner: TakenSocketOwner<PollSocket>;
  template: PollTemplate | null = null;
  parked: ParkedPoll | undefined;

  constructor(raw: Socket, source: PollSource, owner: TakenSocketOwner<PollSocket>) {
    super(raw, source.keepAlive);
    this.source = source;
    this.#owner = owner;
  }

  answer(answer: PollAnswer, { headers, last }: { headers: string; last: boolean }): void {
    if (this.gone) return;
    const isLast = last || !this.keepAlive;
    this.finish(pollResponse(answer, { headers, last: isLast }), isLast);
  }

  protected received(bytes: Buffer): void {
    this.#owner.received(this, bytes);
  }
}
