import { checkKnown } from "@team-chat/contract";
import { runShared } from "@team-chat/work";

import { isFenced, isOutcomeUnknown, serverChanged } from "./commit-outcome.ts";
import { Followers } from "./followers.ts";
import type { OutboxOptions } from "./outbox-options.ts";
import { OutboxParts } from "./parts.ts";
import { transact } from "./transact.ts";
import type { Committed, ExclusiveWork, TransactionWork } from "./transaction-work.ts";

/** Opens the outbox of a service. Dispose of it before its pool and its NATS connection. */
export function openOutbox(options: OutboxOptions): Outbox {
  const parts = new OutboxParts(options);
  parts.start();
  return new Outbox(options, parts);
}

/** A realm's commit gate, as one transaction uses it. */
interface Gate {
  /** Set while the transaction is in the gate. */
  leave?: (() => void) | undefined;
}

/** The only way to change state that others hear of; see docs/architecture.md, section 3. */
export class Outbox implements AsyncDisposable {
  /** Followers that do what follows from transactions before their callers are answered. */
  readonly followers: Followers;
  readonly #options: OutboxOptions;
  readonly #parts: OutboxParts;

  constructor(options: OutboxOptions, parts: OutboxParts) {
    this.#options = options;
    this.#parts = parts;
    this.followers = new Followers({
      onError: options.onError,
      published: (realmId) => this.published(realmId),
    });
  }

  /**
   * Runs one self-committing statement while no other transaction of the realm commits, and publishes the rows
   * it returns. @throws SERVICE_UNAVAILABLE when another process keeps the realm's lease
   */
  async exclusively<T>(realmId: number, work: ExclusiveWork<T>): Promise<T> {
    // Whoever has the gate must not wait for a share of the pool that those have who wait for the gate.
    return this.#commit(realmId, { leave: await this.#enter(realmId) }, () => runShared(work));
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
    const { result, events } = await (gateFirst
      ? this.exclusively(realmId, () => transact(this.#options, { realmId, work }))
      : this.#gateLast(realmId, work));
    if (follow && events.length > 0) await this.followers.followEvents(realmId, events);
    return result;
  }

  /**
   * Resolves when all that was committed here for the realm is in the stream, so that what others commit from
   * now on comes after it; or when the stream cannot be reached.
   */
  published(realmId: number): Promise<void> {
    return this.#parts.relay.quietOrStalled(realmId);
  }

  /** Resolves when everything committed here is stored in the stream. */
  settle(): Promise<void> {
    return this.#parts.relay.quiet();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#parts[Symbol.asyncDispose]();
  }

  /** Enters the gate only between the work and its events, so that the work of others runs at the same time. */
  async #gateLast<T>(realmId: number, work: TransactionWork<T>): Promise<Committed<T>> {
    await this.#hold(realmId);
    const gate: Gate = {};
    const steps = {
      begin: () => leave(gate),
      order: async () => {
        gate.leave = await this.#enter(realmId);
      },
    };
    return this.#commit(realmId, gate, () => transact(this.#options, { realmId, work }, steps));
  }

  /** Publishes the rows that were committed, and leaves the gate. */
  async #commit<T>(realmId: number, gate: Gate, work: ExclusiveWork<T>): Promise<T> {
    try {
      const { result, rows } = await work();
      for (const row of rows) this.#parts.relay.publish(row);
      return result;
    } catch (error) {
      if (isFenced(error)) {
        // Has the server looked at that the pools lead to, which nobody has done.
        this.#parts.leases.drop();
        throw serverChanged(error);
      }
      if (gate.leave && isOutcomeUnknown(error)) await this.#parts.recovery.findOut(realmId);
      throw error;
    } finally {
      leave(gate);
    }
  }

  /** Enters the realm's commit gate while holding its lease, and returns how to leave it. */
  async #enter(realmId: number): Promise<() => void> {
    const { gates, leases } = this.#parts;
    for (;;) {
      await this.#hold(realmId);
      const leaveGate = await gates.acquire(realmId);
      if (leases.has(realmId)) return leaveGate;
      leaveGate();
    }
  }

  /** Holds the realm's lease, if it is known where its events go. */
  #hold(realmId: number): Promise<void> {
    checkKnown(realmId, this.#options.streams.layout);
    return this.#parts.leases.hold(realmId);
  }
}

function leave(gate: Gate): void {
  gate.leave?.();
  gate.leave = undefined;
}
