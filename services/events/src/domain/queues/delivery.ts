import { isDeepStrictEqual } from "node:util";

import type { JsMsg } from "@nats-io/jetstream";
import { openBundle } from "@team-chat/contract";
import { commitTimeOf } from "@team-chat/nats";
import { markProcessor, Spent } from "@team-chat/work";

import type { EventPace } from "../event-pace.ts";
import { SharedTurns } from "../shared-turns.ts";
import { type Entry, entryOf } from "../stream/entry.ts";
import type { Rings } from "../stream/rings.ts";
import { type QueueEvent, restOfBody, SharedBeginnings } from "./answers.ts";
import { DeliverySpans } from "./delivery-spans.ts";
import { accessLoss, closesRealm } from "./lost-access.ts";
import type { Position } from "./position.ts";
import type { QueueTable } from "./queue-table.ts";
import type { Queue } from "./queue.ts";
import type { RealmFeed } from "./realm-feed.ts";

/** Bundles that came for an organization before the first of them was handed out. */
interface Arrived {
  readonly entries: Entry[];
  /** Time of the first one's commit, in ms since 1970; null when they are held, which is not to be measured. */
  readonly committedAt: number | null;
}

/** Has an organization's events handed out when they may be. */
type Held = ReturnType<typeof setTimeout>;

/** Events that the client of a queue has not got yet, and the position up to which it has everything. */
interface Missed {
  readonly events: readonly QueueEvent[];
  readonly since: Position;
}

interface DeliveryOptions {
  readonly table: QueueTable;
  readonly rings: Rings;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Ends a queue for good. */
  readonly end: (queue: Queue) => Promise<void>;
  readonly onError: (error: unknown) => void;
  readonly pace: EventPace;
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
 * (docs/subsystems/events.md#organizations-take-turns). What comes for an organization whose clients were given more
 * than its share is held until they may be given more, all of it together then.
 */
export class Delivery {
  /** Counts since the start: bundles of organizations with queues here, and answers to clients that waited. */
  readonly seen = { bundles: 0, answers: 0 };
  readonly #options: DeliveryOptions;
  readonly #spans = new DeliverySpans();
  /** Entries of which nothing was given to those who wait yet. */
  readonly #arrived = new Map<RealmFeed, Arrived>();
  /** Those of them whose organizations have no turn yet. */
  readonly #held = new Map<RealmFeed, Held>();
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
    else this.#add(feed, { entry, committedAt: commitTimeOf(message) });
    // Queues are told that their organization was closed before they end.
    if (closesRealm(entry)) {
      this.#endHolding(feed);
      this.#turns.finish(feed);
    }
    this.#endQueues(feed, entry);
    const spent = new Spent();
    markProcessor(spent);
    this.#options.onSpent(feed.realmId, spent.processorUs);
  };

  /** Answers a poll with what arrived for it, if anything did, now instead of in its organization's turn. */
  settle(queue: Queue): void {
    const feed = this.#options.table.findFeed(queue.descriptor.realmId);
    if (!feed) return;
    this.#turns.finish(feed);
    this.#give(queue, this.#heldFor(feed));
  }

  /** Tells whether these events, all that a client has not got yet, are held for their organization's next turn. */
  holds(queue: Queue, { events, since }: Missed): boolean {
    const feed = this.#options.table.findFeed(queue.descriptor.realmId);
    const held = feed && this.#heldFor(feed);
    if (!held?.length || events.length === 0) return false;
    return isDeepStrictEqual(queue.eventsAfter(since, held), events);
  }

  #add(feed: RealmFeed, first: { readonly entry: Entry; readonly committedAt: number }): void {
    const waitMs = this.#options.pace.waitMs(feed.realmId);
    const committedAt = waitMs === 0 ? first.committedAt : null;
    const arrived = { entries: [first.entry], committedAt };
    this.#arrived.set(feed, arrived);
    if (waitMs === 0) this.#turns.add(feed, this.#handOut(feed, arrived));
    else this.#held.set(feed, setTimeout(() => this.#endHolding(feed), waitMs).unref());
  }

  #heldFor(feed: RealmFeed): readonly Entry[] {
    return this.#held.has(feed) ? (this.#arrived.get(feed)?.entries ?? []) : [];
  }

  #endHolding(feed: RealmFeed): void {
    const arrived = this.#arrived.get(feed);
    clearTimeout(this.#held.get(feed));
    if (this.#held.delete(feed) && arrived) this.#turns.add(feed, this.#handOut(feed, arrived));
  }

  /** Answers the polls that have waited for what arrived, one at each step. */
  *#handOut(feed: RealmFeed, { committedAt, entries }: Arrived): Generator<void> {
    this.#arrived.delete(feed);
    const beginnings = new SharedBeginnings();
    let isAnswered = false;
    for (const queue of feed.waitingFor(entries)) {
      if (this.#give(queue, entries, beginnings)) isAnswered = true;
      yield;
    }
    if (isAnswered && committedAt !== null)
      this.#options.onDelivered?.(Math.max(0, this.#options.now() - committedAt));
  }

  /** Answers a poll that waits for something of these entries; tells whether it did. */
  #give(queue: Queue, entries: readonly Entry[], beginnings?: SharedBeginnings): boolean {
    const events = queue.eventsOf(entries);
    if (events.length === 0) return false;
    this.#options.onGiven(queue.descriptor.realmId, events.length);
    this.answer(queue, events, beginnings);
    return true;
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
