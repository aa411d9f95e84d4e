import { listedUsers, type Entry } from "../stream/entry.ts";
import type { RealmRing } from "../stream/realm-ring.ts";
import type { Queue } from "./queue.ts";

/** The queues of one realm that this process knows, and the realm's recent entries. */
export class RealmFeed {
  readonly ring: RealmRing;
  readonly queues = new Set<Queue>();
  readonly #parkedOf = new Map<number, Set<Queue>>();
  readonly #parkedForAll = new Set<Queue>();
  readonly #parked = new Set<Queue>();

  constructor(ring: RealmRing) {
    this.ring = ring;
  }

  /** Queues whose client waits. */
  get parked(): ReadonlySet<Queue> {
    return this.#parked;
  }

  park(queue: Queue): void {
    const { allPublicStreams, userId } = queue.descriptor;
    this.#parked.add(queue);
    if (allPublicStreams) this.#parkedForAll.add(queue);
    const own = this.#parkedOf.get(userId) ?? new Set<Queue>();
    own.add(queue);
    this.#parkedOf.set(userId, own);
  }

  unpark(queue: Queue): void {
    const { userId } = queue.descriptor;
    this.#parked.delete(queue);
    this.#parkedForAll.delete(queue);
    const own = this.#parkedOf.get(userId);
    own?.delete(queue);
    if (own?.size === 0) this.#parkedOf.delete(userId);
  }

  /** Every waiting queue that might get something of the entry; a few too many do no harm. */
  candidates(entry: Entry): Iterable<Queue> {
    const found = new Set<Queue>();
    for (const { domain } of entry.events) {
      const users = listedUsers(domain.audience);
      if (users === null) return this.#parked;
      for (const userId of users)
        for (const queue of this.#parkedOf.get(userId) ?? []) found.add(queue);
      if (domain.publicChannel) for (const queue of this.#parkedForAll) found.add(queue);
    }
    return found;
  }
}
