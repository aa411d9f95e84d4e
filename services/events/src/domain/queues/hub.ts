import { type Layout, partitionOf } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Nats } from "@team-chat/nats";

import type { Descriptor } from "../../values/descriptor.ts";
import type { EventPace } from "../event-pace.ts";
import { PartitionReader } from "../stream/partition-reader.ts";
import type { ReaderProgress } from "../stream/reader-progress.ts";
import { defaultRingLimits, type RingLimits, Rings } from "../stream/rings.ts";
import { Turns } from "../turns.ts";
import { type Asker, eventsBody, SharedBeginnings } from "./answers.ts";
import { Delivery } from "./delivery.ts";
import { Heartbeats } from "./heartbeats.ts";
import { missedBy, refuseLastEventId } from "./missed.ts";
import { OlderEntries } from "./older-entries.ts";
import type { QueueStore } from "./queue-store.ts";
import { type EndReason, type QueueKey, QueueTable } from "./queue-table.ts";
import type { ParkedPoll, Queue } from "./queue.ts";
import { badQueue } from "./refusals.ts";

export interface HubOptions {
  readonly nats: Nats;
  readonly layout: Layout;
  readonly store: QueueStore;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A number from 0 up to 1. */
  readonly random: () => number;
  readonly onError: (error: unknown) => void;
  readonly pace: EventPace;
  /** Told of each bundle that concerns queues here: for how long the stream had it before, in ms. */
  readonly onBundle?: ((ageMs: number) => void) | undefined;
  /** Told how long after a commit all who waited for it here were answered, in ms. */
  readonly onDelivered?: ((ageMs: number) => void) | undefined;
  /** Told of how many events a client of an organization is given; heartbeats are none. */
  readonly onGiven: (realmId: number, events: number) => void;
  /** Told of the processor time that an organization's events took, in microseconds. */
  readonly onSpent: (realmId: number, processorUs: number) => void;
  /** Told when positions in a partition mean nothing any more, and how many queues end here because of that. */
  readonly onNewEpoch?: ((partition: number, queues: number) => void) | undefined;
  readonly ringLimits?: RingLimits | undefined;
  /** Bytes of a stream that are read at a time; see `OlderEntries`. */
  readonly maxReplayBytes?: number | undefined;
}

export interface Poll extends QueueKey {
  /** Null: what was acknowledged last. */
  readonly lastEventId: number | null;
  readonly dontBlock: boolean;
  /** Names of given parameters that are not supported; null for none. */
  readonly ignored: readonly string[] | null;
}

/**
 * Look-ups that begin in a turn of the event loop. When everybody comes who polled another process, all answers of NATS
 * at once would keep the loop from saying that this process lives.
 */
const lookUpsInTurn = 64;

/** Answers polls from what there is, or parks them until `Delivery` has something (docs/subsystems/events.md). */
export class Hub {
  readonly table: QueueTable;
  /** Counts polls that were tried again since the start, because the store or a stream did not answer. */
  retries = 0;
  readonly #options: HubOptions;
  readonly #readers: readonly PartitionReader[];
  readonly #rings: Rings;
  readonly #older: OlderEntries;
  readonly #lookUps = new Turns(lookUpsInTurn);
  readonly #heartbeats: Heartbeats;
  readonly #delivery: Delivery;

  constructor(options: HubOptions) {
    this.#options = options;
    this.#rings = new Rings(options.ringLimits ?? defaultRingLimits);
    this.#heartbeats = new Heartbeats(options);
    this.table = new QueueTable({
      ...options,
      rings: this.#rings,
      firstKept: (realmId) => this.#progressIn(realmId).head + 1,
    });
    this.#older = new OlderEntries({ ...options, table: this.table, rings: this.#rings });
    this.#delivery = new Delivery({
      ...options,
      table: this.table,
      rings: this.#rings,
      end: (queue) => this.delete(queue, "access"),
    });
    this.#readers = Array.from({ length: options.layout.streams }, (_, partition) =>
      this.#createReader(partition),
    );
  }

  start(): void {
    for (const reader of this.#readers) reader.start();
  }

  async stop(): Promise<void> {
    for (const reader of this.#readers) await reader.stop();
  }

  get ready(): boolean {
    return this.#readers.every(({ progress }) => progress.ready);
  }

  /** Memory that the queues take beside that, about, in bytes. */
  get queueBytes(): number {
    return this.table.bytes;
  }

  /** Memory that the entries of the streams take, in bytes. */
  get ringBytes(): number {
    return this.#rings.bytes;
  }

  /** Counts since the start: bundles of organizations with queues here, and answers to clients that waited. */
  get seen(): Delivery["seen"] {
    return this.#delivery.seen;
  }

  /** Number of partitions that are not followed. */
  get unready(): number {
    return this.#readers.filter(({ progress }) => !progress.ready).length;
  }

  /** Counts for each stream the bundles that were not read here yet. @throws while NATS cannot be asked */
  countUnread(): Promise<readonly number[]> {
    return Promise.all(this.#readers.map(({ progress }) => progress.countUnread()));
  }

  /** Resolves once every stream is followed. */
  async whenReady(): Promise<void> {
    await Promise.all(this.#readers.map(({ progress }) => progress.whenReady()));
  }

  /**
   * Returns the position at which a queue registered now begins; the realm's entries are kept from here on.
   * @throws SERVICE_UNAVAILABLE while the stream cannot be reached.
   */
  begin(realmId: number): Pick<Descriptor, "epoch" | "partition" | "startSequence"> {
    const { epoch, head, ready } = this.#progressIn(realmId);
    if (!ready) {
      throw new AppError("SERVICE_UNAVAILABLE", "Could not allocate event queue", {
        details: { "retry-after": 1 },
      });
    }
    this.table.feed(realmId);
    return {
      partition: partitionOf(realmId, this.#options.layout),
      epoch,
      startSequence: head,
    };
  }

  /**
   * Stores the queue and loads it; ends what its user has too many of. `most` is how many the organization may have
   * here. @throws BAD_REQUEST
   */
  async add(descriptor: Descriptor, most?: number | null): Promise<void> {
    const release = this.table.reserve(descriptor.realmId, most);
    try {
      await this.#options.store.put(descriptor);
    } finally {
      release();
    }
    const queue = this.table.load(descriptor);
    for (const spare of this.table.spareBeside(queue)) await this.delete(spare, "excess");
  }

  /** Finds the queue, if it is this user's and its stream is still the one it began in; waits until that is known. */
  async find(key: QueueKey): Promise<Queue | null> {
    const progress = this.#progressIn(key.realmId);
    await progress.whenLocated();
    const queue = await this.table.find(key);
    return queue?.descriptor.epoch === progress.epoch ? queue : null;
  }

  async delete(queue: Queue, reason: EndReason): Promise<void> {
    this.table.end(queue, reason);
    await this.#options.store.delete(queue.descriptor.id);
  }

  /**
   * Answers at once or parks the poll, unless nobody is waiting any more; rejects when the store or the stream cannot
   * be reached.
   */
  async poll(poll: Poll, asker: Asker): Promise<void> {
    if (!this.table.has(poll.queueId)) await this.#lookUps.next();
    if (!asker.waiting) return;
    const queue = await this.find(poll);
    if (!queue) {
      asker.respond(400, badQueue(poll.queueId));
      return;
    }
    // Whoever asks for what there is finds what their last request caused.
    if (poll.dontBlock) await this.#progressIn(poll.realmId).whenCaughtUp();
    const lastEventId = poll.lastEventId ?? queue.acknowledged;
    const progress = this.#progressIn(poll.realmId);
    const refusal = await refuseLastEventId(queue, lastEventId, progress);
    if (refusal) {
      asker.respond(400, refusal);
      return;
    }
    const since = queue.position(lastEventId);
    const events = await missedBy(queue, since, { table: this.table, older: this.#older });
    if (events === "access" || events === "forgotten") {
      await this.delete(queue, events);
      asker.respond(400, badQueue(poll.queueId));
      return;
    }
    if (!asker.waiting) return;
    // It may have ended meanwhile: nothing would wake whoever waits for it but the next heartbeat.
    if (this.table.get(poll.queueId) !== queue) {
      await this.poll(poll, asker);
      return;
    }
    this.release(queue);
    queue.polledAt = this.#options.now();
    queue.acknowledged = Math.max(queue.acknowledged, lastEventId);
    const isLater = !poll.dontBlock && this.#delivery.holds(queue, { events, since });
    if (poll.dontBlock || (events.length > 0 && !isLater)) {
      if (events.length > 0) this.#options.onGiven(poll.realmId, events.length);
      asker.respond(200, eventsBody(poll.queueId, events, poll.ignored));
    } else this.#park(queue, { asker, since, ignored: poll.ignored });
  }

  /** Answers a waiting poll at once with whatever there is. */
  release(queue: Queue): void {
    if (!queue.parked) return;
    this.#delivery.settle(queue);
    this.#delivery.answer(queue, []);
  }

  /** Forgets a poll whose client went away. */
  forget(queueId: string, asker: Asker): void {
    const queue = this.table.get(queueId);
    if (queue?.parked?.asker === asker) queue.parked = undefined;
  }

  /** Sends the heartbeats that are due; to be called about every second. */
  beat(): void {
    const beginnings = new SharedBeginnings();
    for (const queue of this.#heartbeats.take()) {
      // A heartbeat acknowledges all that came before it.
      this.#delivery.settle(queue);
      const { head } = this.#progressIn(queue.descriptor.realmId);
      this.#delivery.answer(queue, [queue.heartbeat(head)], beginnings);
    }
  }

  #createReader(partition: number): PartitionReader {
    return new PartitionReader({
      nats: this.#options.nats,
      partition,
      onMessage: this.#delivery.receive,
      // Positions mean other bundles now: the queues end, and their clients register again.
      onNewEpoch: () => {
        const queues = this.table.unloadPartition(partition, this.#options.layout);
        this.#options.onNewEpoch?.(partition, queues);
      },
      onError: this.#options.onError,
    });
  }

  /** Says how far the stream of an organization has been read. */
  #progressIn(realmId: number): ReaderProgress {
    const partition = partitionOf(realmId, this.#options.layout);
    const reader = this.#readers[partition];
    if (!reader) throw new RangeError(`There is no partition ${partition}.`);
    return reader.progress;
  }

  #park(queue: Queue, waiter: Omit<ParkedPoll, "heartbeatAt">): void {
    const { asker, ignored, since } = waiter;
    queue.parked = { asker, since, ignored, heartbeatAt: this.#heartbeats.plan(queue) };
  }
}
