import type { JsMsg } from "@nats-io/jetstream";
import { openBundle } from "@team-chat/contract";
import { commitTimeOf } from "@team-chat/nats";

import { type Entry, entryOf } from "../stream/entry.ts";
import type { Rings } from "../stream/rings.ts";
import { type QueueEvent, restOfBody, SharedBeginnings } from "./answers.ts";
import { DeliverySpans } from "./delivery-spans.ts";
import { accessLoss, closesRealm } from "./lost-access.ts";
import type { QueueTable } from "./queue-table.ts";
import type { Queue } from "./queue.ts";
import type { RealmFeed } from "./realm-feed.ts";

/** Bundles that came for an organization in one turn of the event loop. */
interface Arrived {
  readonly entries: Entry[];
  /** Time of the first one's commit, in ms since 1970. */
  readonly committedAt: number;
}

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
  /** Told how long after the commit all who waited were answered, in ms. */
  readonly onDelivered?: ((ageMs: number) => void) | undefined;
  /** Told of how many events a client of an organization is given; heartbeats are none. */
  readonly onGiven: (realmId: number, events: number) => void;
}

/**
 * Delivers what comes from the streams to the polls that wait for it: once for all bundles that arrive in one turn of
 * the event loop.
 */
export class Delivery {
  /** Counts since the start: bundles of organizations with queues here, and answers to clients that waited. */
  readonly seen = { bundles: 0, answers: 0 };
  readonly #options: DeliveryOptions;
  readonly #spans = new DeliverySpans();
  /** Entries that came in this turn and were not given to those who wait yet. */
  #arrived = new Map<RealmFeed, Arrived>();

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  /** Takes the next bundle of the stream; bound to its object, so that it can be passed as a callback. */
  readonly receive = (message: JsMsg): void => {
    const feed = this.#options.table.findFeed(Number(message.subject.split(".")[2]));
    if (!feed) return;
    this.seen.bundles += 1;
    this.#spans.received(message);
    this.#options.onBundle?.(Math.max(0, this.#options.now() - message.time.getTime()));
    const entry = entryOf(openBundle(message.string()), message.seq, message.data.length);
    this.#options.rings.append(feed.ring, entry);
    if (this.#arrived.size === 0) setImmediate(() => this.flush());
    const arrived = this.#arrived.get(feed);
    if (arrived) arrived.entries.push(entry);
    else this.#arrived.set(feed, { entries: [entry], committedAt: commitTimeOf(message) });
    // Queues are told that their organization was closed before they end.
    if (closesRealm(entry)) setImmediate(() => this.#endQueues(feed, entry));
    else this.#endQueues(feed, entry);
  };

  /** Answers the polls that have waited for what arrived, now instead of at the end of the turn. */
  flush(): void {
    const arrived = this.#arrived;
    if (arrived.size === 0) return;
    this.#arrived = new Map();
    const beginnings = new SharedBeginnings();
    for (const [feed, { committedAt, entries }] of arrived) {
      const before = this.seen.answers;
      for (const queue of feed.waitingFor(entries)) {
        const events = queue.eventsOf(entries);
        if (events.length === 0) continue;
        this.#options.onGiven(queue.descriptor.realmId, events.length);
        this.answer(queue, events, beginnings);
      }
      if (this.seen.answers > before)
        this.#options.onDelivered?.(Math.max(0, this.#options.now() - committedAt));
    }
    this.#spans.end();
  }

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
}
