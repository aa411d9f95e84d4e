import type { ServerResponse } from "node:http";

import type { EventsProcesses } from "./events-processes.ts";
import { ParkedPoll, type PollTarget } from "./parked-poll.ts";
import { emptyAnswer, unavailableAnswer, writeAnswer } from "./poll-answers.ts";

/** How long polls wait for an events process to come (back) before they are refused. */
const defaultPatienceMs = 30_000;
const sweepMs = 1000;

/** Keeps the parked polls of this gateway: sends each to the process that owns its queue, again whenever that changes. */
export class PollDesk implements Disposable {
  readonly #events: EventsProcesses;
  readonly #patienceMs: number;
  readonly #parked = new Map<ServerResponse, ParkedPoll>();
  readonly #homeless = new Set<ParkedPoll>();
  readonly #sweep: NodeJS.Timeout;
  /** One listener for all responses, so that a parked poll needs no closure. */
  readonly #onClose: (this: ServerResponse) => void;
  #stopping = false;

  constructor(events: EventsProcesses, patienceMs = defaultPatienceMs) {
    this.#events = events;
    this.#patienceMs = patienceMs;
    events.onChange = () => this.#rearrange();
    this.#sweep = setInterval(() => this.#refuseHomeless(), Math.min(sweepMs, patienceMs));
    const forget = (res: ServerResponse) => this.#forget(res);
    this.#onClose = function onClose() {
      forget(this);
    };
  }

  /** Polls that wait for events. */
  get parked(): number {
    return this.#parked.size;
  }

  /** Answers the response as soon as there is something to say. */
  park(res: ServerResponse, target: PollTarget): void {
    if (res.destroyed) return;
    const poll = new ParkedPoll(res, target, this);
    if (this.#stopping) {
      this.finish(poll, emptyAnswer(target.request.queueId));
      return;
    }
    this.#parked.set(res, poll);
    res.on("close", this.#onClose);
    this.place(poll);
  }

  /** Answers all polls with nothing, also those that still come: their clients then poll another gateway. */
  release(): void {
    this.#stopping = true;
    for (const poll of this.#parked.values()) {
      poll.link?.cancel(poll.id);
      this.finish(poll, emptyAnswer(poll.request.queueId));
    }
  }

  place(poll: ParkedPoll): void {
    const link = this.#events.ownerOf(poll.slot)?.link;
    const id = link?.poll(poll.request, poll) ?? 0;
    if (id === 0) {
      poll.link = undefined;
      if (!this.#homeless.has(poll)) poll.homelessAt = performance.now();
      this.#homeless.add(poll);
      return;
    }
    poll.link = link;
    poll.id = id;
    this.#homeless.delete(poll);
  }

  finish(poll: ParkedPoll, answer: { status: number; body: Buffer }): void {
    this.#parked.delete(poll.res);
    this.#homeless.delete(poll);
    if (this.#stopping) poll.res.shouldKeepAlive = false;
    writeAnswer(poll.res, poll.headers, answer);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#sweep);
    this.release();
  }

  /** The queue's position travels with the poll, so asking another process, or the same one twice, loses nothing. */
  #rearrange(): void {
    for (const poll of this.#parked.values()) {
      if (poll.link !== undefined && this.#events.ownerOf(poll.slot)?.link === poll.link) continue;
      poll.link?.cancel(poll.id);
      this.place(poll);
    }
  }

  #forget(res: ServerResponse): void {
    const poll = this.#parked.get(res);
    if (poll === undefined) return;
    this.#parked.delete(res);
    this.#homeless.delete(poll);
    poll.link?.cancel(poll.id);
  }

  #refuseHomeless(): void {
    const longest = performance.now() - this.#patienceMs;
    for (const poll of this.#homeless)
      if (poll.homelessAt <= longest) this.finish(poll, unavailableAnswer);
  }
}
