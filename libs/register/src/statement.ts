import { type HotPool, runPrepared, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import type { Batch, Cell, Fragment, RowSource } from "./section-rows.ts";

/** Result of one statement. */
export interface StatementRow {
  /** `pg_current_snapshot()` of its moment, and after another colon the term. */
  readonly snapshot: string;
  /** Of the rows that were wanted. */
  readonly cells: ReadonlyMap<object, Cell>;
  /** With the columns of memory, as text or number. */
  readonly columns: Readonly<Record<string, unknown>>;
}

export interface StatementParts<Known> {
  readonly batch: Batch<Known>;
  /** Columns of memory; null for none. */
  readonly columns: Fragment | null;
  /** All rows that sections of the service are made of. */
  readonly all: readonly RowSource<Known>[];
  readonly wanted: ReadonlySet<RowSource<Known>>;
}

const given = z.looseObject({ snapshot: z.string() });
const json = z.string().nullable();

/**
 * Reads everything in one statement, so that all of it is of the snapshot that it returns. Its text is the same for
 * every batch, so that each connection plans it once: what nobody wanted is a branch that is not taken.
 */
export async function runStatement<Known>(
  db: HotPool | Transaction,
  { all, batch, columns, wanted }: StatementParts<Known>,
): Promise<StatementRow> {
  const rows = all.map((source, index) => {
    const name = sql.identifier([`rows${index}`]);
    return sql.fragment`, case when ${wanted.has(source)}::boolean
      then (select json_agg(one)::text from (${source.select(batch)}) one) end as ${name}`;
  });
  const query = sql.type(given)`
    ${withQueries(all, batch)}
    select pg_current_snapshot()::text || coalesce(':' || (select max(term) from outbox_term), '') as snapshot ${columns === null ? sql.fragment`` : sql.fragment`, ${columns}`}
      ${sql.join(rows, sql.fragment``)}`;
  const row = given.parse(
    "anyFirst" in db ? await db.one(query) : (await runPrepared(db, query))[0],
  );
  const cells = new Map<object, Cell>();
  for (const [index, source] of all.entries())
    if (wanted.has(source)) cells.set(source, { json: json.parse(row[`rows${index}`]) });
  return { snapshot: row.snapshot, cells, columns: row };
}

/** The named queries that rows are read from, each once; Postgres runs those that are read from. */
function withQueries<Known>(all: readonly RowSource<Known>[], batch: Batch<Known>): Fragment {
  const queries = new Set(all.flatMap((source) => source.with ?? []));
  if (queries.size === 0) return sql.fragment``;
  const texts = [...queries].map((query) => query(batch));
  return sql.fragment`with ${sql.join(texts, sql.fragment`, `)}`;
}
