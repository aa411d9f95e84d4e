import type { PollAnswer, PollConnection, PollRequest, PollWaiter } from "@team-chat/rpc";

/** Whose poll it is. */
export interface PollClient {
  /** The client went away. */
  readonly gone: boolean;
  /** The poll that waits for an answer; set and taken away by the desk. */
  parked: ParkedPoll | undefined;
  /** Called once for each poll. With `last` the client is to connect anew. */
  answer(answer: PollAnswer, facts: { headers: string; last: boolean }): void;
}

/** A poll as the gateway takes it. */
export interface PollTarget {
  readonly request: PollRequest;
  readonly slot: string;
  /** Lines of the answer's head that belong to this request: its id and the limits. */
  readonly headers: string;
}

/** Who looks after parked polls. */
export interface PollKeeper {
  finish(poll: ParkedPoll, answer: PollAnswer): void;
  place(poll: ParkedPoll): void;
}

/** A client that waits for events: all that a parked poll costs, beside its connection. */
export class ParkedPoll implements PollWaiter {
  readonly client: PollClient;
  readonly request: PollRequest;
  readonly slot: string;
  readonly headers: string;
  readonly #keeper: PollKeeper;
  /** Where it waits; undefined while there is nowhere to wait. */
  link: PollConnection | undefined;
  /** Its number on the link. */
  id = 0;
  /** Since when there is nowhere to wait. */
  homelessAt = 0;

  constructor(client: PollClient, target: PollTarget, keeper: PollKeeper) {
    this.client = client;
    this.request = target.request;
    this.slot = target.slot;
    this.headers = target.headers;
    this.#keeper = keeper;
  }

  answered(answer: PollAnswer): void {
    this.#keeper.finish(this, answer);
  }

  lost(): void {
    this.link = undefined;
    this.#keeper.place(this);
  }
}
