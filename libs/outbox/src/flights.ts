import { currentScope, isTracing, type Scope } from "@team-chat/telemetry";

import type { OutboxRow } from "./rows.ts";

interface Flight {
  readonly row: OutboxRow;
  /** The request that wrote it, while requests are traced. */
  readonly scope: Scope | undefined;
  readonly landing: Promise<void>;
  readonly landed: () => void;
}

/** Rows of which it is not known yet that the stream has stored them, in the order in which they are published. */
export class Flights {
  #flights = new Map<OutboxRow, Flight>();

  get size(): number {
    return this.#flights.size;
  }

  get rows(): readonly OutboxRow[] {
    return [...this.#flights.keys()];
  }

  has(row: OutboxRow): boolean {
    return this.#flights.has(row);
  }

  /** Returns the request that wrote the row, while requests are traced. */
  scopeOf(row: OutboxRow): Scope | undefined {
    return this.#flights.get(row)?.scope;
  }

  add(row: OutboxRow): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    const scope = isTracing() ? currentScope() : undefined;
    this.#flights.set(row, { row, scope, landing: promise, landed: resolve });
  }

  /** Forgets a row that is stored, or given up; tells whether it was waited for. */
  land(row: OutboxRow): boolean {
    const flight = this.#flights.get(row);
    if (flight === undefined) return false;
    this.#flights.delete(row);
    // A new map instead of an emptied one: docs/performance.md#what-stays-because-it-pays.
    if (this.#flights.size === 0) this.#flights = new Map();
    flight.landed();
    return true;
  }

  /** Puts the rows of a realm behind all others, in the order of their ids. */
  sort(realmId: number): void {
    const own = this.#of(realmId).toSorted((a, b) => a.row.id - b.row.id);
    for (const flight of own) {
      this.#flights.delete(flight.row);
      this.#flights.set(flight.row, flight);
    }
  }

  /** Lists the ids of a realm's rows. */
  idsOf(realmId: number): ReadonlySet<number> {
    return new Set(this.#of(realmId).map(({ row }) => row.id));
  }

  /** Resolves when the rows (of the realm) that are here now are stored, or given up. */
  async landed(realmId?: number): Promise<void> {
    const flights = realmId === undefined ? [...this.#flights.values()] : this.#of(realmId);
    await Promise.all(flights.map(({ landing }) => landing));
  }

  #of(realmId: number): Flight[] {
    return [...this.#flights.values()].filter(({ row }) => row.realmId === realmId);
  }
}
