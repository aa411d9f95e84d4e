import type { DomainEvent } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { followEntry, parseTerm, termKey } from "@team-chat/nats";
import { PeriodicTask, runShared } from "@team-chat/work";

import { isFenced, isOutcomeUnknown } from "./commit-outcome.ts";
import { Followers } from "./followers.ts";
import { KeyedMutex } from "./keyed-mutex.ts";
import { Leases } from "./leases.ts";
import { measureOutbox } from "./outbox-metrics.ts";
import type { OutboxOptions } from "./outbox-options.ts";
import { insertBundle } from "./outbox-table.ts";
import { Recovery } from "./recovery.ts";
import { Relay } from "./relay.ts";
import { type OutboxRow, renderEvents } from "./rows.ts";
import { Terms } from "./terms/terms.ts";
import type { Committed, ExclusiveWork, TransactionWork } from "./transaction-work.ts";

const checkDurabilityEveryMs = 60_000;

/** Opens the outbox of a service. Dispose of it before its pool and its NATS connection. */
export function openOutbox(options: OutboxOptions): Outbox {
  const outbox = new Outbox(options);
  outbox.start();
  return outbox;
}

/** The only way to change state that others hear of; see docs/architecture.md, section 3. */
export class Outbox implements AsyncDisposable {
  /** Followers that do what follows from transactions before their callers are answered. */
  readonly followers: Followers;
  readonly #options: OutboxOptions;
  readonly #gates = new KeyedMutex();
  readonly #leases: Leases;
  readonly #relay: Relay;
  /** For what a process that died, or a lost stream, has left behind. */
  readonly #recovery: Recovery;
  readonly #terms: Terms;
  readonly #stopping = new AbortController();
  #durabilityChecks: PeriodicTask | undefined;

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#relay = new Relay({
      ...options,
      partitions: options.streams.partitions,
      onStored: (row, sequence) => this.#recovery.noteStored(row, sequence),
      onError: (error) => {
        options.onError(error);
        this.#recovery.begin({ doubtsStream: true });
      },
    });
    this.#terms = new Terms({
      ...options,
      partitions: options.streams.partitions,
      waiting: () => this.#relay.waiting,
      drop: (rows) => this.#relay.drop(rows),
    });
    this.followers = new Followers({
      onError: options.onError,
      published: (realmId) => this.published(realmId),
    });
    this.#leases = new Leases({
      ...options,
      onConnected: (client) => this.#terms.prove(client),
      onLost: () => this.#recovery.begin({ doubtsStream: false }),
      onAcquired: (realmId) => this.#recovery.takeOver(realmId),
      onRelease: (realmId) => this.#quiesce(realmId),
    });
    this.#recovery = new Recovery(options, { relay: this.#relay, leases: this.#leases });
  }

  start(): void {
    const { db, metrics, onError } = this.#options;
    measureOutbox(metrics, { db, relay: this.#relay, leases: this.#leases });
    this.#followTerms().catch(onError);
    const run = async () => this.#terms.reportDurability(await this.#leases.open());
    this.#durabilityChecks = new PeriodicTask({ everyMs: checkDurabilityEveryMs, run, onError });
    this.#recovery.start();
  }

  /**
   * Resolves when all that was committed here for the realm is in the stream, so that what others commit from
   * now on comes after it; or when the stream cannot be reached.
   */
  published(realmId: number): Promise<void> {
    return this.#relay.quietOrStalled(realmId);
  }

  /**
   * Runs SQL in a transaction whose events are published in commit order, and then has done by others what
   * follows from these events (see `followers`). The work may run again after a serialization failure, so it
   * contains nothing but SQL and calls of `emit`. `gateFirst` enters the commit gate before the work instead of
   * after it: needed when the work locks rows that a statement run by `exclusively` also locks, else the two
   * would wait for each other for ever. Without `follow` the caller has done by itself what follows.
   * @throws SERVICE_UNAVAILABLE when another process keeps the realm's lease.
   */
  async transaction<T>(
    realmId: number,
    work: TransactionWork<T>,
    { gateFirst = false, follow = true } = {},
  ): Promise<T> {
    const { result, events } = await this.#commit(realmId, work, gateFirst);
    if (follow && events.length > 0) await this.followers.followEvents(realmId, events);
    return result;
  }

  async #commit<T>(
    realmId: number,
    work: TransactionWork<T>,
    gateFirst: boolean,
  ): Promise<Committed<T>> {
    await this.#leases.hold(realmId);
    let leave = gateFirst ? await this.#enter(realmId) : undefined;
    // Whoever has the gate must not wait for a share of the pool that those have who wait for the gate.
    const run = gateFirst ? runShared : (open: () => Promise<Committed<T>>) => open();
    const inTransaction = () =>
      this.#options.db.transaction(async (tx) => {
        if (!gateFirst) {
          leave?.();
          leave = undefined;
        }
        const events: DomainEvent[] = [];
        const outcome = await work(tx, (event) => {
          this.#options.check?.(event);
          events.push(event);
        });
        const inserted: OutboxRow[] = [];
        if (events.length > 0) leave ??= await this.#enter(realmId);
        for (const content of renderEvents(events))
          inserted.push(await insertBundle(tx, realmId, content));
        return { result: outcome, events, rows: inserted };
      });
    try {
      const done = await run(inTransaction);
      for (const row of done.rows) {
        this.#options.onHistory?.(realmId, row.facts);
        this.#relay.publish(row);
      }
      return done;
    } catch (error) {
      if (isFenced(error)) throw this.#startTerm(error);
      if (leave && isOutcomeUnknown(error)) await this.#recovery.findOut(realmId);
      throw error;
    } finally {
      leave?.();
    }
  }

  /**
   * Runs one self-committing statement while no other transaction of the realm commits, and publishes the rows
   * it returns.
   */
  async exclusively<T>(realmId: number, work: ExclusiveWork<T>): Promise<T> {
    const leave = await this.#enter(realmId);
    try {
      const { result, rows } = await runShared(work);
      for (const row of rows) this.#relay.publish(row);
      return result;
    } catch (error) {
      if (isFenced(error)) throw this.#startTerm(error);
      if (isOutcomeUnknown(error)) await this.#recovery.findOut(realmId);
      throw error;
    } finally {
      leave();
    }
  }

  /** Resolves when everything committed here is stored in the stream. */
  settle(): Promise<void> {
    return this.#relay.quiet();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort();
    this.#durabilityChecks?.stop();
    await this.#recovery.close();
    await this.#leases.close();
  }

  /** Enters the realm's commit gate while holding its lease, and returns how to leave it. */
  async #enter(realmId: number): Promise<() => void> {
    for (;;) {
      await this.#leases.hold(realmId);
      const leave = await this.#gates.acquire(realmId);
      if (this.#leases.has(realmId)) return leave;
      leave();
    }
  }

  /** Waits until nothing of the realm commits or flies, and keeps it so until the returned function is called. */
  async #quiesce(realmId: number): Promise<() => void> {
    const leave = await this.#gates.acquire(realmId);
    await this.#relay.quiet(realmId);
    return leave;
  }

  /** Has the server looked at that the pools lead to, which nobody has done; returns the refusal. */
  #startTerm(cause: unknown): AppError {
    this.#leases.drop();
    const details = { "retry-after": 1 };
    const message = "The database is another one than before.";
    return new AppError("SERVICE_UNAVAILABLE", message, { details, cause });
  }

  /** Looks again at the server as soon as another process has begun a term: it may have been left by everybody. */
  #followTerms(): Promise<void> {
    const { nats, onError, service } = this.#options;
    return followEntry(nats, {
      key: termKey(service),
      onValue: (value) => {
        if (this.#terms.hear(parseTerm(value).term)) this.#leases.drop();
      },
      onError,
      signal: this.#stopping.signal,
    });
  }
}
