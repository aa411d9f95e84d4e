import { currentWork, type Work } from "@team-chat/work";

import { gaveUp } from "./gave-up.ts";

interface Waiting {
  readonly enter: () => void;
}

/** Requests of one organization that run and that wait. */
interface Lane {
  running: number;
  readonly waiting: Set<Waiting>;
}

export interface ShareLimits {
  /** Number of requests of one organization that run at once. */
  readonly perRealm: number;
  /** Longest wait, in ms. */
  readonly waitMs: number;
}

/** More that wait at once are refused. */
const maxWaiting = 1000;

/**
 * A semaphore for each organization in front of something that all share, such as a pool of connections: requests of
 * one organization use at most `perRealm` of it at once, and the others wait among themselves, in the order in which
 * they came. Whatever one organization asks for, there is room for the next. What counts for no organization (calls of
 * other services, what requests share, the background) does not wait, so that nobody waits here for somebody who waits
 * here.
 */
export class RealmShare {
  readonly #limits: ShareLimits;
  readonly #lanes = new Map<number, Lane>();

  constructor(limits: ShareLimits) {
    this.#limits = limits;
  }

  /** Number of requests that wait for their organization's share. */
  get waiting(): number {
    let count = 0;
    for (const { waiting } of this.#lanes.values()) count += waiting.size;
    return count;
  }

  /**
   * @throws GaveUp when it would have to wait too long or among too many, or when nobody waits for the request any more
   */
  async run<T>(use: () => Promise<T>): Promise<T> {
    const work = currentWork();
    if (work?.realmId === undefined) return use();
    const { realmId } = work;
    const lane = this.#laneOf(realmId);
    if (lane.running < this.#limits.perRealm) lane.running += 1;
    else await this.#wait(lane, work);
    try {
      return await use();
    } finally {
      this.#leave(realmId, lane);
    }
  }

  #laneOf(realmId: number): Lane {
    const known = this.#lanes.get(realmId);
    if (known) return known;
    const lane = { running: 0, waiting: new Set<Waiting>() };
    this.#lanes.set(realmId, lane);
    return lane;
  }

  /** Leaves the lane, and hands over to the one that has waited longest. */
  #leave(realmId: number, lane: Lane): void {
    const [next] = lane.waiting;
    if (next !== undefined) {
      lane.waiting.delete(next);
      next.enter();
      return;
    }
    lane.running -= 1;
    if (lane.running === 0) this.#lanes.delete(realmId);
  }

  async #wait(lane: Lane, work: Work): Promise<void> {
    if (lane.waiting.size >= maxWaiting) throw gaveUp(work, "busy");
    const { promise, reject, resolve } = Promise.withResolvers<void>();
    const waiting = { enter: resolve };
    const giveUp = (reason: "gone" | "busy") => {
      if (lane.waiting.delete(waiting)) reject(gaveUp(work, reason));
    };
    const onGone = () => giveUp("gone");
    const signal = work.signal?.();
    lane.waiting.add(waiting);
    const timer = setTimeout(() => giveUp("busy"), this.#limits.waitMs);
    signal?.addEventListener("abort", onGone, { once: true });
    if (signal?.aborted === true) onGone();
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onGone);
    }
  }
}
