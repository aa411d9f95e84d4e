import type { ServerResponse } from "node:http";

import type { Link, PollRequest, PollWaiter } from "@team-chat/link";

/** Who looks after parked polls. */
export interface PollKeeper {
  finish(poll: ParkedPoll, answer: { status: number; body: Buffer }): void;
  place(poll: ParkedPoll): void;
}

/** A poll as the gateway takes it. */
export interface PollTarget {
  readonly request: PollRequest;
  readonly slot: string;
  /** What the answer's headers have to say: the request's id and the limits. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A client's response that waits for events: all that a parked poll costs, beside its connection. */
export class ParkedPoll implements PollWaiter {
  readonly res: ServerResponse;
  readonly request: PollRequest;
  readonly slot: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly #keeper: PollKeeper;
  /** Where it waits; undefined while there is nowhere to wait. */
  link: Link | undefined;
  /** Its number on the link. */
  id = 0;
  /** Since when there is nowhere to wait. */
  homelessAt = 0;

  constructor(res: ServerResponse, target: PollTarget, keeper: PollKeeper) {
    this.res = res;
    this.request = target.request;
    this.slot = target.slot;
    this.headers = target.headers;
    this.#keeper = keeper;
  }

  answered(status: number, body: Buffer): void {
    this.#keeper.finish(this, { status, body });
  }

  lost(): void {
    this.link = undefined;
    this.#keeper.place(this);
  }
}
