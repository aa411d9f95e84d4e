import type { PollAnswer } from "@team-chat/rpc";

import type { EventsProcesses } from "./events-processes.ts";
import { ParkedPoll, type PollClient, type PollTarget } from "./parked-poll.ts";
import { emptyAnswer, unavailableAnswer } from "./poll-answers.ts";

/** How long polls wait for an events process to come (back) before they are refused. */
const defaultPatienceMs = 30_000;
const sweepMs = 1000;

/** Keeps the parked polls of this gateway: sends each to the process that owns its queue, again whenever that changes. */
export class PollDesk implements Disposable {
  readonly #events: EventsProcesses;
  readonly #patienceMs: number;
  readonly #parked = new Set<ParkedPoll>();
  readonly #homeless = new Set<ParkedPoll>();
  readonly #sweep: NodeJS.Timeout;
  #stopping = false;

  constructor(events: EventsProcesses, patienceMs = defaultPatienceMs) {
    this.#events = events;
    this.#patienceMs = patienceMs;
    events.onChange = () => this.#rearrange();
    this.#sweep = setInterval(() => this.#refuseHomeless(), Math.min(sweepMs, patienceMs));
  }

  /** Polls that wait for events. */
  get parked(): number {
    return this.#parked.size;
  }

  /** Whether polls are answered at once with nothing. */
  get stopping(): boolean {
    return this.#stopping;
  }

  /** Answers the client as soon as there is something to say. */
  park(client: PollClient, target: PollTarget): void {
    if (client.gone) return;
    const poll = new ParkedPoll(client, target, this);
    client.parked = poll;
    if (this.#stopping) {
      this.finish(poll, emptyAnswer(target.request.queueId));
      return;
    }
    this.#parked.add(poll);
    this.place(poll);
  }

  /** The client went away. */
  forget(client: PollClient): void {
    const poll = client.parked;
    if (poll === undefined) return;
    client.parked = undefined;
    this.#parked.delete(poll);
    this.#homeless.delete(poll);
    poll.link?.cancel(poll.id);
  }

  /** Answers all polls with nothing, also those that still come: their clients then poll another gateway. */
  release(): void {
    this.#stopping = true;
    for (const poll of this.#parked) {
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

  finish(poll: ParkedPoll, answer: PollAnswer): void {
    const { client } = poll;
    this.#parked.delete(poll);
    if (this.#homeless.size > 0) this.#homeless.delete(poll);
    client.parked = undefined;
    client.answer(answer, { headers: poll.headers, last: this.#stopping });
  }

  [Symbol.dispose](): void {
    clearInterval(this.#sweep);
    this.release();
  }

  /** The queue's position travels with the poll, so asking another process, or the same one twice, loses nothing. */
  #rearrange(): void {
    for (const poll of this.#parked) {
      if (poll.link !== undefined && this.#events.ownerOf(poll.slot)?.link === poll.link) continue;
      poll.link?.cancel(poll.id);
      this.place(poll);
    }
  }

  #refuseHomeless(): void {
    const longest = performance.now() - this.#patienceMs;
    for (const poll of this.#homeless)
      if (poll.homelessAt <= longest) this.finish(poll, unavailableAnswer);
  }
}
