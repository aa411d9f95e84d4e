import type { PollAnswer } from "@team-chat/rpc";

import { answerGradually } from "./answer-gradually.ts";
import type { EventsProcesses } from "./events-processes.ts";
import { PendingPoll, type PollClient, type PollTarget } from "./pending-poll.ts";
import { emptyAnswer, unavailableAnswer } from "./poll-answers.ts";
import { UnsentPolls } from "./unsent-polls.ts";

/** Settings of a registry; each has a default. */
export interface RegistryOptions {
  /** Time that polls wait for an events process to come (back) before they are refused, in ms. */
  readonly maxUnsentMs?: number | undefined;
  /** Time after which a poll is answered with no events instead of being sent to another process, in ms. */
  readonly maxMovedMs?: number | undefined;
  /** Told of each answer: its status, and for how long the poll waited, in ms. */
  readonly onAnswer?: ((status: number, ms: number) => void) | undefined;
  /** Told of each poll that is refused because no events process came. */
  readonly onTooLong?: ((poll: PendingPoll) => void) | undefined;
}

const defaultMaxUnsentMs = 30_000;
/**
 * Less than what is left of the 90 s that clients wait for an answer when another process begins anew to count the 55 s
 * until the heartbeat (docs/behaviour/events.md#heartbeats).
 */
const defaultMaxMovedMs = 30_000;

/** Knows every pending poll of this gateway, and sends each to the events process that owns its queue. */
export class LongPollRegistry implements Disposable {
  readonly #events: EventsProcesses;
  readonly #maxMovedMs: number;
  readonly #onAnswer: RegistryOptions["onAnswer"];
  readonly #pending = new Set<PendingPoll>();
  readonly #unsent: UnsentPolls;
  #leaving = false;
  #stopping = false;
  #answered = 0;

  constructor(
    events: EventsProcesses,
    {
      maxMovedMs = defaultMaxMovedMs,
      maxUnsentMs = defaultMaxUnsentMs,
      onAnswer,
      onTooLong,
    }: RegistryOptions = {},
  ) {
    this.#events = events;
    this.#maxMovedMs = maxMovedMs;
    this.#onAnswer = onAnswer;
    events.onChange = () => this.#moveToOwners();
    this.#unsent = new UnsentPolls({
      maxMs: maxUnsentMs,
      onTooLong: (poll) => {
        this.finish(poll, unavailableAnswer);
        onTooLong?.(poll);
      },
    });
  }

  /** Counts the polls that wait for an answer. */
  get size(): number {
    return this.#pending.size;
  }

  /** Counts the polls for which no events process is known. */
  get unsent(): number {
    return this.#unsent.size;
  }

  /** Counts the polls that were answered since the start. */
  get answered(): number {
    return this.#answered;
  }

  /** True once each answer ends its connection. */
  get leaving(): boolean {
    return this.#leaving;
  }

  /** Registers a poll; its client is answered as soon as there are events. */
  add(client: PollClient, target: PollTarget): void {
    if (client.gone) return;
    const poll = new PendingPoll(client, target, this);
    client.pending = poll;
    if (this.#stopping) {
      this.finish(poll, emptyAnswer(target.request.queueId));
      return;
    }
    this.#pending.add(poll);
    this.send(poll);
  }

  /** Cancels the poll of a client that went away. */
  cancel(client: PollClient): void {
    const poll = client.pending;
    if (poll === undefined) return;
    client.pending = undefined;
    this.#pending.delete(poll);
    this.#unsent.delete(poll);
    poll.link?.cancel(poll.id);
  }

  /**
   * Ends each connection with its next answer from now on. A client that polls again at once would otherwise do so on a
   * connection that is about to be closed.
   */
  leave(): void {
    this.#leaving = true;
  }

  /**
   * Answers all polls with no events, a few at a time, and at once those that still come: their clients then poll
   * another gateway.
   */
  async stop(): Promise<void> {
    this.leave();
    this.#stopping = true;
    await answerGradually(this.#pending, (poll) => {
      poll.link?.cancel(poll.id);
      this.finish(poll, emptyAnswer(poll.request.queueId));
    });
  }

  /** Sends a poll to the process that owns its queue now; ends one that would wait too long there. */
  send(poll: PendingPoll): void {
    const wasSent = poll.id !== 0;
    if (wasSent && performance.now() - poll.since >= this.#maxMovedMs) {
      this.finish(poll, emptyAnswer(poll.request.queueId));
      return;
    }
    const link = this.#events.ownerOf(poll.slot)?.link;
    const id = link?.poll(poll.request, poll) ?? 0;
    if (id === 0) {
      poll.link = undefined;
      this.#unsent.add(poll);
      return;
    }
    poll.link = link;
    poll.id = id;
    this.#unsent.delete(poll);
  }

  /** Answers the client of a poll, and forgets the poll. */
  finish(poll: PendingPoll, answer: PollAnswer): void {
    const { client } = poll;
    this.#answered += 1;
    this.#onAnswer?.(answer.status, performance.now() - poll.since);
    this.#pending.delete(poll);
    this.#unsent.delete(poll);
    client.pending = undefined;
    client.answer(answer, { headers: poll.headers, last: this.#leaving });
  }

  [Symbol.dispose](): void {
    this.#unsent[Symbol.dispose]();
  }

  /** Asking another process, or one twice, loses nothing: the position in the queue travels with the poll. */
  #moveToOwners(): void {
    for (const poll of this.#pending) {
      if (poll.link !== undefined && this.#events.ownerOf(poll.slot)?.link === poll.link) continue;
      poll.link?.cancel(poll.id);
      this.send(poll);
    }
  }
}
