import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as delay } from "node:timers/promises";

import { leaseReleaseSubject } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Nats } from "@team-chat/nats";
import { KeyedMutex } from "@team-chat/work";
import type pg from "pg";

import { LeaseConnection } from "./lease-connection.ts";

/** Limits on the leases of one process. */
export interface LeaseLimits {
  /** Most realms whose writes one process orders at once; each is an entry in the lock table of PostgreSQL. */
  readonly max: number;
  /** Time without a write after which a realm is let go, in ms. */
  readonly idleMs: number;
}

interface LeaseOptions {
  readonly url: string;
  readonly service: string;
  readonly nats: Nats;
  readonly leases: LeaseLimits;
  /** Runs on each new connection, before anything is leased by it; when it rejects, the connection is given up. */
  readonly onConnected: (client: pg.Client) => Promise<void>;
  /** Called when the connection, and with it every lease, was lost. */
  readonly onLost: () => void;
  /** Runs when a realm was just taken over, before anybody may write; when it rejects, the realm is left to others. */
  readonly onAcquired: (realmId: number) => Promise<void>;
  /**
   * Resolves when nothing of the realm is in flight any more, with what lets writers go on once the lease is given up;
   * with null when it has to be kept, because the stream cannot be reached.
   */
  readonly onRelease: (realmId: number) => Promise<(() => void) | null>;
  /** Tells whether something of the realm is in flight. */
  readonly isBusy: (realmId: number) => boolean;
  readonly onError: (error: unknown) => void;
}

const askAgainMs = 20;
/**
 * Time for which a realm is left to the process that has asked for it, which tries again within a third of that:
 * writers who wait here would always be faster.
 */
const standBackMs = 60;
const patienceMs = 5000;

/** Why a lease was given up. */
export type ReleaseReason = "asked" | "idle" | "room";

/**
 * The realms whose writes this process orders. A lease is a session-level advisory lock on a connection of its own, so
 * it ends with the process; losing the connection loses all leases. One that is not used is let go, and so is the least
 * recently used one when there would be too many.
 */
export class Leases {
  readonly #options: LeaseOptions;
  /** Times of the last write in each realm, the one for which that is longest ago first. */
  readonly #held = new Map<number, number>();
  readonly #changing = new KeyedMutex();
  /** Realms that were just given up because another process asked for them, until it has had its chance. */
  readonly #leftToOthers = new Map<number, Promise<void>>();
  /** Whoever holds a realm may be in the middle of a transaction, of which taking over is no part. */
  readonly #outside = AsyncLocalStorage.snapshot();
  readonly #connection: LeaseConnection;
  /** Realms that are being taken and have a place among those held. */
  #taking = 0;
  #taken = 0;
  readonly #released = { asked: 0, idle: 0, room: 0 };
  #closed = false;

  constructor(options: LeaseOptions) {
    this.#options = options;
    this.#connection = new LeaseConnection({
      ...options,
      patienceMs,
      onLost: () => {
        this.#held.clear();
        if (!this.#closed) options.onLost();
      },
    });
    options.nats.subscribe(leaseReleaseSubject(options.service), {
      callback: (_error, message) => {
        this.#release(Number(message.string()), "asked").catch(options.onError);
      },
    });
  }

  /** Number of realms held. */
  get size(): number {
    return this.#held.size;
  }

  /** Number of times that a realm was taken since the start. */
  get taken(): number {
    return this.#taken;
  }

  /** Numbers of leases given up since the start. */
  get released(): Readonly<Record<ReleaseReason, number>> {
    return this.#released;
  }

  has(realmId: number): boolean {
    return this.#held.has(realmId);
  }

  /**
   * Holds the realm from now on, as somebody who writes.
   * @throws SERVICE_UNAVAILABLE when the holder does not let go within five seconds, or no other realm can be let go
   */
  async hold(realmId: number): Promise<void> {
    if (this.#used(realmId)) return;
    const deadline = Date.now() + patienceMs;
    const done = await this.#changing.acquire(realmId);
    try {
      if (!this.#held.has(realmId)) await this.#leftToOthers.get(realmId);
      while (!(await this.#tryTake(realmId))) {
        if (Date.now() > deadline) throw stillHeld();
        this.#options.nats.publish(leaseReleaseSubject(this.#options.service), String(realmId));
        await delay(askAgainMs);
      }
    } finally {
      done();
    }
  }

  /** Takes the lease only if nobody else has it; tells whether this process holds it now. */
  async holdIfFree(realmId: number): Promise<boolean> {
    if (this.#held.has(realmId)) return true;
    const done = await this.#changing.acquire(realmId);
    try {
      return await this.#tryTake(realmId);
    } finally {
      done();
    }
  }

  /** Lets go the realms that were not written in for a while. */
  async releaseIdle(): Promise<void> {
    const usedBefore = performance.now() - this.#options.leases.idleMs;
    for (const [realmId, usedAt] of this.#held) {
      if (usedAt > usedBefore) return;
      if (!this.#options.isBusy(realmId)) await this.#release(realmId, "idle");
    }
  }

  /** Connects, unless there is a connection; the database may be written on from then. @throws when it may not be */
  async open(): Promise<void> {
    await this.use(() => Promise.resolve());
  }

  /** Runs statements on the connection on which leases are held. @throws when it cannot be made */
  use<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    return this.#connection.use(work);
  }

  /** Gives the connection up, and with it every lease. */
  drop(): void {
    this.#connection.drop();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#held.clear();
    await this.#connection.close();
  }

  async #tryTake(realmId: number): Promise<boolean> {
    if (this.#held.has(realmId)) return true;
    await this.#makeRoom();
    this.#taking += 1;
    try {
      return await this.#take(realmId);
    } finally {
      this.#taking -= 1;
    }
  }

  /** Lets go the least recently used realms until there is a place for one more. */
  async #makeRoom(): Promise<void> {
    const deadline = Date.now() + patienceMs;
    while (this.#held.size + this.#taking >= this.#options.leases.max) {
      const leastUsed = this.#leastUsed();
      if (leastUsed !== undefined && (await this.#release(leastUsed, "room"))) continue;
      if (Date.now() > deadline) throw tooMany();
      await delay(askAgainMs);
    }
  }

  #leastUsed(): number | undefined {
    for (const realmId of this.#held.keys()) if (!this.#options.isBusy(realmId)) return realmId;
    return undefined;
  }

  async #take(realmId: number): Promise<boolean> {
    if (this.#closed) throw stillHeld();
    const session = await this.#connection.tryLock(realmId);
    if (session === null) return false;
    try {
      await this.#outside(this.#options.onAcquired, realmId);
    } catch (error) {
      await this.#connection.unlock(realmId);
      throw error;
    }
    // Another process may have the lock of a session that has ended meanwhile.
    if (!this.#connection.lasts(session)) return false;
    this.#held.set(realmId, performance.now());
    this.#taken += 1;
    return true;
  }

  /** Notes that the realm is being written in; tells whether it is held. */
  #used(realmId: number): boolean {
    if (!this.#held.delete(realmId)) return false;
    this.#held.set(realmId, performance.now());
    return true;
  }

  /** Gives the realm up, unless it has to be kept; tells whether this call did. */
  async #release(realmId: number, reason: ReleaseReason): Promise<boolean> {
    if (!this.#held.has(realmId)) return false;
    const done = await this.#changing.acquire(realmId);
    try {
      if (!this.#held.has(realmId)) return false;
      const goOn = await this.#options.onRelease(realmId);
      if (goOn === null) return false;
      const wasHeld = this.#held.delete(realmId);
      goOn();
      if (!wasHeld) return false;
      this.#released[reason] += 1;
      await this.#connection.unlock(realmId);
      if (reason === "asked") this.#leftToOthers.set(realmId, this.#standBack(realmId));
      return true;
    } finally {
      done();
    }
  }

  async #standBack(realmId: number): Promise<void> {
    await delay(standBackMs, undefined, { ref: false });
    this.#leftToOthers.delete(realmId);
  }
}

function stillHeld(): AppError {
  return new AppError("SERVICE_UNAVAILABLE", "Another process is writing for this organization.", {
    details: { "retry-after": 1 },
  });
}

function tooMany(): AppError {
  const message = "Too many organizations are being written in at once.";
  return new AppError("SERVICE_UNAVAILABLE", message, { details: { "retry-after": 1 } });
}
