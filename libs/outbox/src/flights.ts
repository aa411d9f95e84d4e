import { currentScope, isTracing, type Scope } from "@team-chat/telemetry";

import type { OutboxRow } from "./rows.ts";

interface Flight {
  readonly row: OutboxRow;
  /** The request that wrote it, while requests are traced. */
  readonly scope: Scope | undefined;
  readonly committedAt: number;
  readonly landing: Promise<void>;
  readonly landed: () => void;
}

/** Rows of which it is not known yet that the stream has stored them, in the order in which they are published. */
export class Flights {
  #flights = new Map<OutboxRow, Flight>();
  /** Number of rows of each realm that has some. */
  readonly #counts = new Map<number, number>();

  get size(): number {
    return this.#flights.size;
  }

  get rows(): readonly OutboxRow[] {
    return [...this.#flights.keys()];
  }

  /** Tells whether a row of the realm is here. */
  hasRealm(realmId: number): boolean {
    return this.#counts.has(realmId);
  }

  has(row: OutboxRow): boolean {
    return this.#flights.has(row);
  }

  /** Returns the request that wrote the row, while requests are traced. */
  scopeOf(row: OutboxRow): Scope | undefined {
    return this.#flights.get(row)?.scope;
  }

  /** Returns when the row was committed, in ms since 1970. */
  committedAtOf(row: OutboxRow): number {
    return this.#flights.get(row)?.committedAt ?? Date.now();
  }

  /** Adds a row that was committed just now, unless it says when it was. */
  add(row: OutboxRow): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    const scope = isTracing() ? currentScope() : undefined;
    const committedAt = row.createdAt?.getTime() ?? Date.now();
    this.#flights.set(row, { row, scope, committedAt, landing: promise, landed: resolve });
    this.#counts.set(row.realmId, (this.#counts.get(row.realmId) ?? 0) + 1);
  }

  /** Forgets a row that is stored, or given up; tells whether it was waited for. */
  land(row: OutboxRow): boolean {
    const flight = this.#flights.get(row);
    if (flight === undefined) return false;
    this.#flights.delete(row);
    const left = (this.#counts.get(row.realmId) ?? 1) - 1;
    if (left === 0) this.#counts.delete(row.realmId);
    else this.#counts.set(row.realmId, left);
    // A new map instead of an emptied one: docs/optimizations.md.
    if (this.#flights.size === 0) this.#flights = new Map();
    flight.landed();
    return true;
  }

  /** Lets those who wait for the rows of a realm go on, because it is not known when they will be stored. */
  stopWaiting(realmId: number): void {
    for (const { landed } of this.#of(realmId)) landed();
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

  /** Resolves when the rows (of the realm) that are here now are stored, or nobody is to wait for them. */
  async landed(realmId?: number): Promise<void> {
    const flights = realmId === undefined ? [...this.#flights.values()] : this.#of(realmId);
    await Promise.all(flights.map(({ landing }) => landing));
  }

  /** Lists a realm's rows, in the order in which they are published. */
  of(realmId: number): readonly OutboxRow[] {
    return this.#of(realmId).map(({ row }) => row);
  }

  /** Lists the realms that have rows. */
  get realms(): Iterable<number> {
    return this.#counts.keys();
  }

  #of(realmId: number): Flight[] {
    if (!this.hasRealm(realmId)) return [];
    return [...this.#flights.values()].filter(({ row }) => row.realmId === realmId);
  }
}
