import type { JsMsg } from "@nats-io/jetstream";
import { openBundle } from "@team-chat/contract";
import { commitTimeOf } from "@team-chat/nats";
import { markProcessor, Spent } from "@team-chat/work";

import { SharedTurns } from "../shared-turns.ts";
import { type Entry, entryOf } from "../stream/entry.ts";
import type { Rings } from "../stream/rings.ts";
import { type QueueEvent, restOfBody, SharedBeginnings } from "./answers.ts";
import { DeliverySpans } from "./delivery-spans.ts";
import { accessLoss, closesRealm } from "./lost-access.ts";
import type { QueueTable } from "./queue-table.ts";
import type { Queue } from "./queue.ts";
import type { RealmFeed } from "./realm-feed.ts";

/** Bundles that came for an organization before the first of them was handed out. */
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
  /** Told of the processor time that an organization's events took, in microseconds. */
  readonly onSpent: (realmId: number, processorUs: number) => void;
}

/**
 * Delivers what comes from the streams to the polls that wait for it: once for all bundles that arrive in one turn of
 * the event loop, and to many in several, so that organizations take turns
 * (docs/subsystems/events.md#organizations-take-turns).
 */
export class Delivery {
  /** Counts since the start: bundles of organizations with queues here, and answers to clients that waited. */
  readonly seen = { bundles: 0, answers: 0 };
  readonly #options: DeliveryOptions;
  readonly #spans = new DeliverySpans();
  /** Entries of which nothing was given to those who wait yet. */
  readonly #arrived = new Map<RealmFeed, Arrived>();
  readonly #turns = new SharedTurns<RealmFeed>(({ realmId }, processorUs) => {
    if (this.#turns.isIdle) this.#spans.end();
    this.#options.onSpent(realmId, processorUs);
  });

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  /** Takes the next bundle of the stream; bound to its object, so that it can be passed as a callback. */
  readonly receive = (message: JsMsg): void => {
    const feed = this.#options.table.findFeed(Number(message.subject.split(".")[2]));
    if (!feed) return;
    markProcessor(undefined);
    this.seen.bundles += 1;
    this.#spans.received(message);
    this.#options.onBundle?.(Math.max(0, this.#options.now() - message.time.getTime()));
    const entry = entryOf(openBundle(message.string()), message.seq, message.data.length);
    this.#options.rings.append(feed.ring, entry);
    const arrived = this.#arrived.get(feed);
    if (arrived) arrived.entries.push(entry);
    else this.#add(feed, { entries: [entry], committedAt: commitTimeOf(message) });
    // Queues are told that their organization was closed before they end.
    if (closesRealm(entry)) this.#turns.finish(feed);
    this.#endQueues(feed, entry);
    const spent = new Spent();
    markProcessor(spent);
    this.#options.onSpent(feed.realmId, spent.processorUs);
  };

  /** Answers the polls of an organization that have waited for what arrived, now instead of in their turn. */
  finish(realmId: number): void {
    const feed = this.#options.table.findFeed(realmId);
    if (feed) this.#turns.finish(feed);
  }

  #add(feed: RealmFeed, arrived: Arrived): void {
    this.#arrived.set(feed, arrived);
    this.#turns.add(feed, this.#handOut(feed, arrived));
  }

  /** Answers the polls that have waited for what arrived, one at each step. */
  *#handOut(feed: RealmFeed, { committedAt, entries }: Arrived): Generator<void> {
    this.#arrived.delete(feed);
    const beginnings = new SharedBeginnings();
    let isAnswered = false;
    for (const queue of feed.waitingFor(entries)) {
      const events = queue.eventsOf(entries);
      if (events.length > 0) {
        isAnswered = true;
        this.#options.onGiven(queue.descriptor.realmId, events.length);
        this.answer(queue, events, beginnings);
      }
      yield;
    }
    if (isAnswered) this.#options.onDelivered?.(Math.max(0, this.#options.now() - committedAt));
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
