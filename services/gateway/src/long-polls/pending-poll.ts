import type { PollAnswer, PollConnection, PollRequest, PollWaiter } from "@team-chat/rpc";

/** Receives the answer to a poll. */
export interface PollClient {
  /** True once the client went away. */
  readonly gone: boolean;
  /** The poll that waits for an answer; set and removed by the registry. */
  pending: PendingPoll | undefined;
  /** Answers the pending poll; called once for each. With `last` the client has to connect anew. */
  answer(answer: PollAnswer, facts: { readonly headers: string; readonly last: boolean }): void;
}

/** Says what a client polls for. */
export interface PollTarget {
  readonly request: PollRequest;
  /** The slot of the queue, which decides which events process owns it. */
  readonly slot: string;
  /** Header lines that the answer gets beside those of every answer. */
  readonly headers: string;
}

/** Knows where polls go and what becomes of their clients. */
interface PollKeeper {
  finish(poll: PendingPoll, answer: PollAnswer): void;
  send(poll: PendingPoll): void;
}

/** Holds all that a waiting client costs beside its connection: no timer, no closure, no response object. */
export class PendingPoll implements PollWaiter {
  readonly client: PollClient;
  readonly request: PollRequest;
  readonly slot: string;
  readonly headers: string;
  readonly #registry: PollKeeper;
  /** The time at which it came, on the clock of `performance.now()`. */
  readonly since = performance.now();
  /** The link to the events process that has the poll; undefined while none does. */
  link: PollConnection | undefined;
  /** Numbers the poll on its link. */
  id = 0;
  /** The time since which no events process has the poll, on the clock of `performance.now()`. */
  unsentSince = 0;

  constructor(client: PollClient, target: PollTarget, registry: PollKeeper) {
    this.client = client;
    this.request = target.request;
    this.slot = target.slot;
    this.headers = target.headers;
    this.#registry = registry;
  }

  answered(answer: PollAnswer): void {
    this.#registry.finish(this, answer);
  }

  lost(): void {
    this.link = undefined;
    this.#registry.send(this);
  }
}
