import type { QueueStore } from "./queue-store.ts";
import type { QueueTable } from "./queue-table.ts";
import type { Queue } from "./queue.ts";

interface ExpiryOptions {
  readonly table: QueueTable;
  readonly store: QueueStore;
  readonly now: () => number;
  /** Tells whether this process is the one to end the queue. */
  readonly owns: (queueId: string) => boolean;
  /** Told how many queues were loaded that nobody has polled here since this process owns them; never 0. */
  readonly onAdopted: (queues: number) => void;
}

/** Longest time by which the stored time of a queue's last poll may lag behind. */
const storeEveryMs = 300_000;

/**
 * Ends queues that nobody polled for their lifespan: ten minutes unless the client asked for longer
 * (docs/behaviour/events.md#queues).
 */
export class Expiry {
  readonly #options: ExpiryOptions;
  #isOwnerOfMore = false;

  constructor(options: ExpiryOptions) {
    this.#options = options;
  }

  /**
   * Notes that this process may own queues of which it does not know. The next sweep loads them: most are polled
   * before, and their look-up would only come on top of those that clients wait for.
   */
  noteOwners(): void {
    this.#isOwnerOfMore = true;
  }

  /** Ends expired queues; to be called about every minute. */
  async sweep(): Promise<void> {
    const { now, owns, table } = this.#options;
    if (this.#isOwnerOfMore) await this.#adoptMore();
    for (const queue of table.queues) {
      const { id, lifespanMs, polledAt } = queue.descriptor;
      if (queue.parked) queue.polledAt = now();
      if (now() - queue.polledAt >= lifespanMs) await this.#end(queue);
      // Gateways of the release before may poll a process that does not own the queue, whose owner asks the store.
      else if (queue.polledAt - polledAt >= storeEveryMs && (queue.parked || owns(id)))
        await this.#storePolledAt(queue);
    }
  }

  async #adoptMore(): Promise<void> {
    this.#isOwnerOfMore = false;
    try {
      const queues = await this.adopt();
      if (queues > 0) this.#options.onAdopted(queues);
    } catch (error) {
      this.#isOwnerOfMore = true;
      throw error;
    }
  }

  /**
   * Loads queues that this process owns and no poll has asked for, so that they end in time; for after a change of
   * owners. Returns how many it has loaded.
   */
  async adopt(): Promise<number> {
    const { owns, store, table } = this.#options;
    let adopted = 0;
    for await (const queueId of store.ids()) {
      if (table.has(queueId) || !owns(queueId)) continue;
      const descriptor = await store.find(queueId);
      const queue = descriptor && !table.has(queueId) ? table.adopt(descriptor) : null;
      if (!queue) continue;
      adopted += 1;
      queue.polledAt = queue.descriptor.polledAt + storeEveryMs;
      for (const spare of table.spareBeside(queue)) await this.#endForGood(spare, "excess");
    }
    return adopted;
  }

  /**
   * Ends a queue. Another process may have been polled meanwhile: then the stored time is newer, and only our copy
   * goes.
   */
  async #end(queue: Queue): Promise<void> {
    const { owns, store, table } = this.#options;
    const stored = owns(queue.descriptor.id) ? await store.find(queue.descriptor.id) : null;
    if (stored && stored.polledAt > queue.polledAt) {
      queue.polledAt = stored.polledAt;
      return;
    }
    if (stored) await this.#endForGood(queue, "age");
    else table.unload(queue);
  }

  async #endForGood(queue: Queue, reason: "age" | "excess"): Promise<void> {
    const { store, table } = this.#options;
    table.end(queue, reason);
    await store.delete(queue.descriptor.id);
  }

  async #storePolledAt(queue: Queue): Promise<void> {
    queue.descriptor = { ...queue.descriptor, polledAt: queue.polledAt };
    await this.#options.store.put(queue.descriptor);
  }
}
