import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as delay } from "node:timers/promises";

import { leaseReleaseSubject } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Nats } from "@team-chat/nats";
import pg from "pg";

import { KeyedMutex } from "./keyed-mutex.ts";

interface LeaseOptions {
  readonly url: string;
  readonly service: string;
  readonly nats: Nats;
  /** Runs on each new connection, before anything is leased by it; when it rejects, the connection is given up. */
  readonly onConnected: (client: pg.Client) => Promise<void>;
  /** Called when the connection, and with it every lease, was lost. */
  readonly onLost: () => void;
  /** Runs when a realm was just taken over, before anybody may write; when it rejects, the realm is left to others. */
  readonly onAcquired: (realmId: number) => Promise<void>;
  /**
   * Resolves when nothing of the realm is in flight any more, with what lets writers go on once the lease is given up.
   */
  readonly onRelease: (realmId: number) => Promise<() => void>;
  readonly onError: (error: unknown) => void;
}

const askAgainMs = 20;
const patienceMs = 5000;

/**
 * The realms whose writes this process orders. A lease is a session-level advisory lock on a connection of its own, so
 * it ends with the process; losing the connection loses all leases.
 */
export class Leases {
  readonly #options: LeaseOptions;
  readonly #held = new Set<number>();
  readonly #changing = new KeyedMutex();
  /** Whoever holds a realm may be in the middle of a transaction, of which taking over is no part. */
  readonly #outside = AsyncLocalStorage.snapshot();
  #client: Promise<pg.Client> | undefined;
  #taken = 0;
  /** The connection once it may be used. */
  #open: pg.Client | undefined;
  #closed = false;

  constructor(options: LeaseOptions) {
    this.#options = options;
    options.nats.subscribe(leaseReleaseSubject(options.service), {
      callback: (_error, message) => {
        this.#release(Number(message.string())).catch(options.onError);
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

  has(realmId: number): boolean {
    return this.#held.has(realmId);
  }

  /** @throws SERVICE_UNAVAILABLE when the holder does not let go within five seconds. */
  async hold(realmId: number): Promise<void> {
    if (this.#held.has(realmId)) return;
    const done = await this.#changing.acquire(realmId);
    try {
      const deadline = Date.now() + patienceMs;
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

  /** Returns the connection on which leases are held. */
  open(): Promise<pg.Client> {
    return this.#connection();
  }

  /** Gives the connection up, and with it every lease. */
  drop(): void {
    this.#open?.end().catch(this.#options.onError);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#held.clear();
    const client = await this.#client?.catch(() => undefined);
    await client?.end();
  }

  async #tryTake(realmId: number): Promise<boolean> {
    if (this.#held.has(realmId)) return true;
    const client = await this.#connection();
    const { rows } = await client.query<{ locked: boolean }>(
      "select pg_try_advisory_lock(hashtext($1), $2) as locked",
      [`lease ${this.#options.service}`, realmId],
    );
    if (rows[0]?.locked !== true) return false;
    try {
      await this.#outside(this.#options.onAcquired, realmId);
    } catch (error) {
      await this.#unlock(realmId);
      throw error;
    }
    if (this.#client === undefined) return false;
    this.#held.add(realmId);
    this.#taken += 1;
    return true;
  }

  async #unlock(realmId: number): Promise<void> {
    const client = await this.#connection();
    await client.query("select pg_advisory_unlock(hashtext($1), $2)", [
      `lease ${this.#options.service}`,
      realmId,
    ]);
  }

  async #release(realmId: number): Promise<void> {
    if (!this.#held.has(realmId)) return;
    const done = await this.#changing.acquire(realmId);
    try {
      if (!this.#held.has(realmId)) return;
      const goOn = await this.#options.onRelease(realmId);
      this.#held.delete(realmId);
      goOn();
      await this.#unlock(realmId);
    } finally {
      done();
    }
  }

  #connection(): Promise<pg.Client> {
    if (this.#client !== undefined) return this.#client;
    const connecting: Promise<pg.Client> = this.#connect(() => this.#forget(connecting));
    this.#client = connecting;
    return connecting;
  }

  /** Forgets a connection that is gone; tells whether it was the present one. */
  #forget(connection: Promise<pg.Client>): boolean {
    if (this.#client !== connection) return false;
    this.#client = undefined;
    this.#held.clear();
    return true;
  }

  async #connect(forget: () => boolean): Promise<pg.Client> {
    if (this.#closed) throw stillHeld();
    const client = new pg.Client({
      connectionString: this.#options.url,
      keepAlive: true,
      statement_timeout: patienceMs,
    });
    const lost = () => {
      const wasOpen = this.#open === client;
      if (wasOpen) this.#open = undefined;
      if (forget() && wasOpen && !this.#closed) this.#options.onLost();
    };
    client.on("error", (error) => {
      lost();
      if (!this.#closed) this.#options.onError(error);
    });
    client.on("end", lost);
    try {
      await client.connect();
      await this.#outside(this.#options.onConnected, client);
    } catch (error) {
      forget();
      client.end().catch(() => undefined);
      throw error;
    }
    this.#open = client;
    return client;
  }
}

function stillHeld(): AppError {
  return new AppError("SERVICE_UNAVAILABLE", "Another process is writing for this organization.", {
    details: { "retry-after": 1 },
  });
}
