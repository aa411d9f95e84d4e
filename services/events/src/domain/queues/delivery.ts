import type { JsMsg } from "@nats-io/jetstream";
import { openBundle } from "@team-chat/contract";

import { type Entry, entryOf } from "../stream/entry.ts";
import type { Rings } from "../stream/rings.ts";
import { type QueueEvent, restOfBody, SharedBeginnings } from "./answers.ts";
import { DeliverySpans } from "./delivery-spans.ts";
import { accessLoss, closesRealm } from "./lost-access.ts";
import type { QueueTable } from "./queue-table.ts";
import type { Queue } from "./queue.ts";
import type { RealmFeed } from "./realm-feed.ts";

interface DeliveryOptions {
  readonly table: QueueTable;
  readonly rings: Rings;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Ends a queue for good. */
  readonly end: (queue: Queue) => Promise<void>;
  readonly onError: (error: unknown) => void;
  /** Told of each bundle that concerns queues here: for how long the stream had it before, in ms. */
  readonly onBundle?: ((ageMs: number) => void) | undefined;
}

/** Delivers what comes from the streams: wakes the queues that it may be for, and answers the polls that wait there. */
export class Delivery {
  /** Counts since the start: bundles of organizations with queues here, and answers to clients that waited. */
  readonly seen = { bundles: 0, answers: 0 };
  readonly #options: DeliveryOptions;
  readonly #spans = new DeliverySpans();
  /** Queues with pending entries. */
  #woken: Queue[] = [];

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  /** Takes a bundle of the stream, in order. May be passed on by itself. */
  readonly receive = (message: JsMsg): void => {
    const feed = this.#options.table.findFeed(Number(message.subject.split(".")[2]));
    if (!feed) return;
    this.seen.bundles += 1;
    const isTraced = this.#spans.received(message);
    this.#options.onBundle?.(Math.max(0, this.#options.now() - message.time.getTime()));
    const entry = entryOf(openBundle(message.string()), message.seq, message.data.length);
    this.#options.rings.append(feed.ring, entry);
    const isClosed = closesRealm(entry);
    if (!isClosed) this.#endQueues(feed, entry);
    const only = [entry];
    feed.forCandidates(entry, (queue) => this.#wake(queue, only));
    // After the answers, which are made in an immediate that was asked for before these.
    if (isTraced) setImmediate(() => this.#spans.end());
    if (isClosed) setImmediate(() => this.#endQueues(feed, entry));
  };

  /**
   * Answers a poll. With the same `beginnings`, answers that begin alike go out together: gateways are at work with
   * some while others are made.
   */
  answer(
    queue: Queue,
    events: readonly QueueEvent[],
    beginnings: SharedBeginnings = new SharedBeginnings(),
  ): void {
    const { parked } = queue;
    if (!parked) return;
    this.seen.answers += 1;
    this.#spans.answered(parked.asker.requestId);
    queue.polledAt = this.#options.now();
    queue.parked = undefined;
    const rest = restOfBody(queue.descriptor.id, events, parked.ignored);
    parked.asker.respond(200, beginnings.of(events[0]), rest);
  }

  /**
   * Ends queues whose user lost access by the entry; a waiting client learns it at once, from the refusal of the queue
   * that is gone.
   */
  #endQueues(feed: RealmFeed, entry: Entry): void {
    if (accessLoss(entry) === null) return;
    for (const queue of feed.queues)
      if (queue.endsWith(entry)) this.#options.end(queue).catch(this.#options.onError);
  }

  /**
   * Answers go out once for all entries that arrive together; an entry may be told more than once. `only` is shared by
   * all who have no other pending entry.
   */
  #wake(queue: Queue, only: Entry[]): void {
    if (queue.hear(only)) return;
    if (this.#woken.length === 0) setImmediate(() => this.#flush());
    this.#woken.push(queue);
  }

  #flush(): void {
    const woken = this.#woken;
    this.#woken = [];
    const beginnings = new SharedBeginnings();
    for (const queue of woken) {
      const events = queue.takePending();
      if (events.length > 0) this.answer(queue, events, beginnings);
    }
  }
}
