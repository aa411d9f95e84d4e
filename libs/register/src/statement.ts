import { type Fragment, type HotPool, runPrepared, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import type { Batch, BatchColumns, BatchNumbers, Cell, RowSource } from "./section-rows.ts";

/** Result of one statement. */
export interface StatementRow {
  /** `pg_current_snapshot()` of its moment, and after another colon the term. */
  readonly snapshot: string;
  /** Of the rows that were wanted. */
  readonly cells: ReadonlyMap<object, Cell>;
  /** With the columns of memory, as text or number. */
  readonly columns: Readonly<Record<string, unknown>>;
}

/** Columns that say whether what a service has in memory is of the statement's moment; they have names of their own. */
export interface MemoryColumns<Known> {
  readonly select: (batch: BatchColumns) => Fragment;
  readonly numbers?: BatchNumbers<Known>;
}

const given = z.looseObject({ snapshot: z.string() });
const json = z.string().nullable();

/** Numbers that a part of the statement needs of a batch, in the column of the row `batch` that has this name. */
interface Numbers<Known> {
  readonly column: Fragment;
  readonly of: BatchNumbers<Known>;
}

/**
 * One statement for everything that registrations read, so that all of it is of the snapshot that it returns. Its text
 * is made once, and is the same for every batch, so that each connection plans it once: what differs are the values of
 * a row called `batch`, and what nobody wanted is a branch that is not taken.
 */
export class RegisterStatement<Known> {
  readonly #sources: readonly RowSource<Known>[];
  readonly #numbers: Numbers<Known>[] = [];
  readonly #query;

  constructor(sources: readonly RowSource<Known>[], memory: MemoryColumns<Known> | null) {
    this.#sources = sources;
    const columns = memory === null ? sql.fragment`` : sql.fragment`, ${this.#selectOf(memory)}`;
    const rows = sources.map((source, index) => {
      const name = sql.identifier([`rows${index}`]);
      return sql.fragment`, case when batch.wanted[${index + 1}]
        then (select json_agg(one)::text from (${this.#selectOf(source)}) one) end as ${name}`;
    });
    this.#query = sql.type(given)`
      with batch as not materialized (select ${0}::int8 as realm_id, ${noNumbers} as user_ids,
        ${sql.array([], "bool")} as wanted${this.#numberColumns()})${namedQueries(sources)}
      select pg_current_snapshot()::text || coalesce(':' || (select max(term) from outbox_term), '') as snapshot
        ${columns} ${all(rows)}
      from batch`;
  }

  /** Reads for one batch what is wanted of the statement's rows. */
  async run(
    db: HotPool | Transaction,
    batch: Batch<Known>,
    wanted: ReadonlySet<RowSource<Known>>,
  ): Promise<StatementRow> {
    // They come first in the text, so their values come first.
    const values = [
      batch.realmId,
      batch.userIds,
      this.#sources.map((source) => wanted.has(source)),
      ...this.#numbers.map(({ of }) => of(batch)),
    ];
    const query = {
      ...this.#query,
      values: [...values, ...this.#query.values.slice(values.length)],
    };
    const row = given.parse(
      "anyFirst" in db ? await db.one(query) : (await runPrepared(db, query))[0],
    );
    const cells = new Map<object, Cell>();
    for (const [index, source] of this.#sources.entries())
      if (wanted.has(source)) cells.set(source, { json: json.parse(row[`rows${index}`]) });
    return { snapshot: row.snapshot, cells, columns: row };
  }

  #selectOf({ numbers, select }: MemoryColumns<Known>): Fragment {
    const columns = { realmId: sql.fragment`batch.realm_id`, users: sql.fragment`batch.user_ids` };
    if (numbers === undefined) return select({ ...columns, numbers: sql.fragment`null::int8[]` });
    const column = sql.identifier([`numbers${this.#numbers.length}`]);
    this.#numbers.push({ column: sql.fragment`${column}`, of: numbers });
    return select({ ...columns, numbers: sql.fragment`batch.${column}` });
  }

  #numberColumns(): Fragment {
    const columns = this.#numbers.map(({ column }) => sql.fragment`, ${noNumbers} as ${column}`);
    return all(columns);
  }
}

const noNumbers = sql.array([], "int8");

/** The named queries that rows are read from, each once; Postgres runs those that are read from. */
function namedQueries<Known>(sources: readonly RowSource<Known>[]): Fragment {
  const queries = new Set(sources.flatMap((source) => source.with ?? []));
  return all([...queries].map((query) => sql.fragment`, ${query}`));
}

/** Writes fragments one after the other; there may be none. */
function all(fragments: readonly Fragment[]): Fragment {
  return sql.fragment`${sql.join([sql.fragment``, ...fragments], sql.fragment``)}`;
}
