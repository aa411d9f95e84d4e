import { type Layout, partitionOf, storedLimits } from "@team-chat/contract";
import { checkQuota } from "@team-chat/policy";

import type { Descriptor } from "../../values/descriptor.ts";
import type { Rings } from "../stream/rings.ts";
import type { QueueStore } from "./queue-store.ts";
import { Queue } from "./queue.ts";
import { RealmFeed } from "./realm-feed.ts";
import { badQueue } from "./refusals.ts";

interface QueueTableOptions {
  readonly store: QueueStore;
  readonly rings: Rings;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The sequence from which on a realm's entries are kept when it gets its first queue here. */
  readonly firstKept: (realmId: number) => number;
}

const maxEnded = 10_000;

/**
 * Reasons for which queues end: nobody polled it, its client deleted it, its user lost access (by logging out, too),
 * its user had too many; or it was lost, because the stream has forgotten its position, or means another by it.
 */
export const endReasons = ["age", "deletion", "access", "excess", "forgotten", "epoch"] as const;

export type EndReason = (typeof endReasons)[number];

/** Names a queue and whose it must be. */
export interface QueueKey {
  readonly queueId: string;
  readonly realmId: number;
  readonly userId: number;
}

/** The queues in this process' memory, by id and by realm; the store behind it has all of the installation. */
export class QueueTable {
  readonly #options: QueueTableOptions;
  readonly #queues = new Map<string, Queue>();
  /** Numbers of queues that ended here since the start. */
  readonly #endings = new Map<EndReason, number>();
  /** Numbers of queues that are being stored, by realm. */
  readonly #reserved = new Map<number, number>();
  #bytes = 0;
  readonly #feeds = new Map<number, RealmFeed>();
  /**
   * Queues that ended here, the last of them: who just read their descriptor from the store must not bring them back.
   */
  readonly #ended = new Set<string>();

  constructor(options: QueueTableOptions) {
    this.#options = options;
  }

  /** Number of queues. */
  get size(): number {
    return this.#queues.size;
  }

  get queues(): Iterable<Queue> {
    return this.#queues.values();
  }

  /** Memory that all queues take together, about; entries of the streams come on top. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Numbers of queues that ended in this process since the start, by why they did. */
  get endings(): ReadonlyMap<EndReason, number> {
    return this.#endings;
  }

  has(queueId: string): boolean {
    return this.#queues.has(queueId);
  }

  get(queueId: string): Queue | undefined {
    return this.#queues.get(queueId);
  }

  /**
   * Keeps a place for a queue of the realm that is about to be loaded; what it returns gives the place back.
   * @throws BAD_REQUEST when the realm has as many as it may
   */
  reserve(realmId: number, most: number | null | undefined): () => void {
    const reserved = this.#reserved.get(realmId) ?? 0;
    const used = reserved + (this.#feeds.get(realmId)?.queues.size ?? 0);
    checkQuota("queues", { most, used });
    this.#reserved.set(realmId, reserved + 1);
    return () => {
      const left = (this.#reserved.get(realmId) ?? 0) - 1;
      if (left > 0) this.#reserved.set(realmId, left);
      else this.#reserved.delete(realmId);
    };
  }

  /** Finds the realm's feed, if any queue of it is here. */
  findFeed(realmId: number): RealmFeed | undefined {
    return this.#feeds.get(realmId);
  }

  /** Returns the realm's feed; from its creation on the realm's entries are kept. */
  feed(realmId: number): RealmFeed {
    let feed = this.#feeds.get(realmId);
    if (!feed) {
      feed = new RealmFeed(realmId, this.#options.rings.open(this.#options.firstKept(realmId)));
      this.#feeds.set(realmId, feed);
    }
    return feed;
  }

  /** Finds the queue of this user, from memory or from the store; null when there is none. */
  async find({ queueId, realmId, userId }: QueueKey): Promise<Queue | null> {
    let queue = this.#queues.get(queueId) ?? null;
    if (!queue) {
      const descriptor = await this.#options.store.find(queueId);
      queue = this.#queues.get(queueId) ?? (descriptor && this.adopt(descriptor));
    }
    const own = queue?.descriptor.realmId === realmId && queue.descriptor.userId === userId;
    return own ? queue : null;
  }

  /** Loads what was found in the store, unless the queue ended meanwhile. */
  adopt(descriptor: Descriptor): Queue | null {
    return this.#ended.has(descriptor.id) ? null : this.load(descriptor);
  }

  /** Takes the queue out of memory for good. */
  end(queue: Queue, reason: EndReason): void {
    if (!this.#ended.has(queue.descriptor.id)) this.#countEnding(reason);
    this.#ended.add(queue.descriptor.id);
    const [oldest] = this.#ended;
    if (oldest !== undefined && this.#ended.size > maxEnded) this.#ended.delete(oldest);
    this.unload(queue);
  }

  load(descriptor: Descriptor): Queue {
    const queue = new Queue(descriptor);
    queue.polledAt = this.#options.now();
    this.#queues.set(descriptor.id, queue);
    this.#bytes += queue.bytes;
    this.feed(descriptor.realmId).add(queue);
    return queue;
  }

  /** Takes the queue out of memory; a client that waits is told that the queue is gone. */
  unload(queue: Queue): void {
    const { id, realmId } = queue.descriptor;
    const { parked } = queue;
    queue.parked = undefined;
    parked?.asker.respond(400, badQueue(id));
    if (this.#queues.delete(id)) this.#bytes -= queue.bytes;
    const feed = this.#feeds.get(realmId);
    feed?.delete(queue);
    if (feed?.queues.size === 0) this.#drop(realmId, feed);
  }

  /**
   * Queues that this one's user has too many of, first those that nobody has polled for longest, and those that a
   * client waits for only when there are no others; never the queue itself.
   */
  spareBeside(queue: Queue): readonly Queue[] {
    const { realmId, userId } = queue.descriptor;
    const own = this.#feeds.get(realmId)?.queuesOf(userId) ?? [];
    const others = [...own].filter((other) => other !== queue);
    const excess = others.length + 1 - storedLimits.queuesOfUser.most;
    if (excess <= 0) return [];
    return others
      .toSorted((a, b) => waiting(a) - waiting(b) || a.polledAt - b.polledAt)
      .slice(0, excess);
  }

  /**
   * Takes everything of a partition out of memory, whose positions mean nothing any more; returns the number of queues.
   */
  unloadPartition(partition: number, layout: Layout): number {
    const before = this.size;
    for (const queue of this.#queues.values()) {
      if (queue.descriptor.partition !== partition) continue;
      this.#countEnding("epoch");
      this.unload(queue);
    }
    for (const [realmId, feed] of this.#feeds)
      if (partitionOf(realmId, layout) === partition) this.#drop(realmId, feed);
    return before - this.size;
  }

  #countEnding(reason: EndReason): void {
    this.#endings.set(reason, (this.#endings.get(reason) ?? 0) + 1);
  }

  #drop(realmId: number, feed: RealmFeed): void {
    this.#feeds.delete(realmId);
    this.#options.rings.close(feed.ring);
  }
}

/** 1 when a client waits for it, else 0. */
function waiting({ parked }: Queue): number {
  return parked === undefined ? 0 : 1;
}
