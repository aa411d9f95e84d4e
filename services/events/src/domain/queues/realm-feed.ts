import { type Entry, listedUsers } from "../stream/entry.ts";
import type { RealmRing } from "../stream/realm-ring.ts";
import type { Queue } from "./queue.ts";

const none: ReadonlySet<Queue> = new Set();

/** The queues of one realm that this process knows, and the realm's recent entries. */
export class RealmFeed {
  readonly realmId: number;
  readonly ring: RealmRing;
  readonly #queues = new Set<Queue>();
  readonly #queuesOf = new Map<number, Set<Queue>>();
  readonly #queuesForAll = new Set<Queue>();

  constructor(realmId: number, ring: RealmRing) {
    this.realmId = realmId;
    this.ring = ring;
  }

  get queues(): ReadonlySet<Queue> {
    return this.#queues;
  }

  /** Lists the queues of one user. */
  queuesOf(userId: number): ReadonlySet<Queue> {
    return this.#queuesOf.get(userId) ?? none;
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

  /** Returns the queues whose clients wait and may get something of the entries; some turn out to get nothing. */
  waitingFor(entries: readonly Entry[]): ReadonlySet<Queue> {
    const found = new Set<Queue>();
    const add = (queues: ReadonlySet<Queue>) => {
      for (const queue of queues) if (queue.parked) found.add(queue);
    };
    const events = entries.flatMap((entry) => entry.events.map(({ domain }) => domain));
    for (const audience of new Set(events.map((event) => event.audience))) {
      const users = listedUsers(audience);
      if (users === null) add(this.#queues);
      else for (const userId of users) add(this.queuesOf(userId));
    }
    if (events.some(({ publicChannel }) => publicChannel)) add(this.#queuesForAll);
    return found;
  }
}
