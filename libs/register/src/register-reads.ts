import { type Database, type HotPool, inSnapshot, type Transaction } from "@team-chat/pg";
import { KeyedBatchLoader } from "@team-chat/work";

import type { Batch, Cell, Readers, RowSource, SectionRows } from "./section-rows.ts";
import { type MemoryColumns, RegisterStatement, type StatementRow } from "./statement.ts";

/** Brings the data that a service keeps in memory of organizations to the moment of a statement. */
export interface RegisterMemory<Known extends object, Moment> {
  /** So many statements may be overtaken by changes before everything is read in one transaction. */
  readonly maxTries: number;
  /** Finds the organization's data, in a transaction as of its snapshot; null when a transaction is needed. */
  readonly recall: (readers: Readers, tx: Transaction | null) => Promise<Known | null>;
  readonly columns?: MemoryColumns<Known>;
  /** Completes them as of the statement's moment; null when they are of another one. Never null in a transaction. */
  readonly settle: (
    batch: Batch<Known>,
    row: StatementRow,
    tx: Transaction | null,
  ) => Promise<Moment | null>;
  /** Tells whether nobody has brought what the moment is made of further since. */
  readonly isStill?: (moment: Moment) => boolean;
}

/** Data from which one registration is answered. Use it before anything is awaited. */
export interface RegisterRead<Moment> {
  /** `pg_current_snapshot()` of the moment that all of it is of. */
  readonly snapshot: string;
  readonly moment: Moment;
  /** The user's rows, or everybody's. */
  readonly rowsOf: <Row, Known>(rows: SectionRows<Row, Known>) => readonly Row[];
}

/** A user who registers, with the sections that have to be read. */
export interface RegisterAsk<Known> {
  readonly realmId: number;
  /** Null for somebody without an account. */
  readonly userId: number | null;
  readonly sections: readonly { readonly rows: RowSource<Known> | null }[];
}

interface Parts<Known extends object, Moment> {
  readonly db: Database;
  readonly hot: HotPool;
  readonly memory: RegisterMemory<Known, Moment>;
  /** All rows that anybody may ask for. */
  readonly rows: readonly RowSource<Known>[];
}

interface Asked<Known> extends RegisterAsk<Known> {
  /** True if what is in memory may be used. */
  readonly usesMemory: boolean;
}

interface Read<Moment> extends Pick<StatementRow, "cells" | "snapshot"> {
  readonly moment: Moment;
}

/** One statement reads for at most so many users. */
const batching = { maxBatch: 200, gathersTurn: true };

/** Reads for registrations, with one statement for all of an organization that wait at the same time. */
export class RegisterReads<Known extends object, Moment> {
  readonly #parts: Parts<Known, Moment>;
  readonly #statement: RegisterStatement<Known>;
  readonly #batches: KeyedBatchLoader<number, Asked<Known>, Read<Moment>>;
  /** Rows that follow from what is in memory, by that, and gone with it. */
  readonly #kept = new WeakMap<Known, Map<object, Cell>>();

  constructor(parts: Parts<Known, Moment>) {
    this.#parts = parts;
    this.#statement = new RegisterStatement(parts.rows, parts.memory.columns ?? null);
    this.#batches = new KeyedBatchLoader((realmId, asks) => this.#read(realmId, asks), batching);
  }

  /** Resolves with what is true at a moment after this call. Rejects as the service's memory does. */
  async of(ask: RegisterAsk<Known>): Promise<RegisterRead<Moment>> {
    const { memory } = this.#parts;
    for (let tries = 0; ; tries += 1) {
      const usesMemory = tries < memory.maxTries;
      const read = await this.#batches.load(ask.realmId, { ...ask, usesMemory });
      // Somebody else who waited may have brought it further.
      if (memory.isStill?.(read.moment) === false) continue;
      const { cells, moment, snapshot } = read;
      return { snapshot, moment, rowsOf: (rows) => rows.in(cells, ask.userId) };
    }
  }

  async #read(realmId: number, asks: readonly Asked<Known>[]): Promise<Read<Moment>> {
    const userIds = asks.flatMap(({ userId }) => (userId === null ? [] : [userId]));
    const readers = { realmId, userIds: [...new Set(userIds)] };
    const rows = new Set(asks.flatMap(({ sections }) => sections.flatMap((one) => one.rows ?? [])));
    const { db, memory } = this.#parts;
    const maxTries = asks.every(({ usesMemory }) => usesMemory) ? memory.maxTries : 0;
    for (let tries = 0; tries < maxTries; tries += 1) {
      const known = await memory.recall(readers, null);
      if (known === null) break;
      const read = await this.#readBeside(known, { readers, rows, tx: null });
      if (read !== null) return read;
    }
    return inSnapshot(db, async (tx) => {
      const known = await memory.recall(readers, tx);
      const read = known === null ? null : await this.#readBeside(known, { readers, rows, tx });
      if (read === null) throw new Error("Memory is not as of the transaction's snapshot.");
      return read;
    });
  }

  /** Reads what is not in memory; null when memory is of another moment. */
  async #readBeside(known: Known, wanted: Wanted<Known>): Promise<Read<Moment> | null> {
    const { hot, memory } = this.#parts;
    const { readers, rows, tx } = wanted;
    const kept = this.#kept.get(known) ?? new Map<object, Cell>();
    const batch = { ...readers, known };
    const missing = [...rows].filter((source) => !kept.has(source));
    const row = await this.#statement.run(tx ?? hot, batch, new Set(missing));
    const moment = await memory.settle(batch, row, tx);
    if (moment === null) return null;
    for (const source of rows) {
      const cell = row.cells.get(source);
      if (source.followsMemory && cell !== undefined) kept.set(source, cell);
    }
    this.#kept.set(known, kept);
    return { moment, snapshot: row.snapshot, cells: new Map([...kept, ...row.cells]) };
  }
}

interface Wanted<Known> {
  readonly readers: Readers;
  readonly rows: ReadonlySet<RowSource<Known>>;
  readonly tx: Transaction | null;
}
