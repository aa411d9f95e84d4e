import { listedUsers, type Entry } from "../stream/entry.ts";
import type { RealmRing } from "../stream/rings.ts";
import type { Queue } from "./queue.ts";

/** The queues of one realm that this process knows, and the realm's recent entries. */
export class RealmFeed {
  readonly ring: RealmRing;
  readonly #queues = new Set<Queue>();
  readonly #queuesOf = new Map<number, Set<Queue>>();
  readonly #queuesForAll = new Set<Queue>();

  constructor(ring: RealmRing) {
    this.ring = ring;
  }

  get queues(): ReadonlySet<Queue> {
    return this.#queues;
  }

  /** Lists the queues of one user. */
  queuesOf(userId: number): ReadonlySet<Queue> | undefined {
    return this.#queuesOf.get(userId);
  }

  add(queue: Queue): void {
    const { allPublicStreams, userId } = queue.descriptor;
    this.#queues.add(queue);
    if (allPublicStreams) this.#queuesForAll.add(queue);
    const own = this.#queuesOf.get(userId) ?? new Set<Queue>();
    this.#queuesOf.set(userId, own.add(queue));
  }

  delete(queue: Queue): void {
    const { userId } = queue.descriptor;
    this.#queues.delete(queue);
    this.#queuesForAll.delete(queue);
    const own = this.#queuesOf.get(userId);
    own?.delete(queue);
    if (own?.size === 0) this.#queuesOf.delete(userId);
  }

  /**
   * Calls back for every queue that might get something of the entry and whose client waits; for some more than once,
   * or in vain.
   */
  forCandidates(entry: Entry, found: (queue: Queue) => void): void {
    const waiting = (queue: Queue) => {
      if (queue.parked) found(queue);
    };
    const lists = entry.events.map(({ domain }) => listedUsers(domain.audience));
    if (lists.includes(null)) {
      for (const queue of this.#queues) waiting(queue);
      return;
    }
    for (const users of lists)
      for (const userId of users ?? [])
        for (const queue of this.#queuesOf.get(userId) ?? []) waiting(queue);
    if (entry.events.some(({ domain }) => domain.publicChannel))
      for (const queue of this.#queuesForAll) waiting(queue);
  }
}
