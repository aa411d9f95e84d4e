import type { QuerySqlToken } from "slonik";

import type { HotPool } from "./hot-pool.ts";

/** A row with its columns as Postgres writes them. */
type TextRow = Readonly<Record<string, string | null>>;

/**
 * Statements that the connections of a pool keep; a text more is run without being kept, so that nobody can fill the
 * memory with variations.
 */
const maxPrepared = 100;

/** A statement as a pool runs it; nameless ones are planned for each call. */
interface Statement {
  readonly name?: string;
  readonly text: string;
}

/** Statements by the text that slonik made of them. */
const statementsOf = new WeakMap<HotPool, Map<string, Statement>>();

const asWritten = { getTypeParser: () => (text: string) => text };

/**
 * Runs a query on a bare pool as a named statement that each connection prepares once, so that it is not planned again
 * for every call. Its rows are texts as Postgres writes them, and are not checked. To be used for texts of which there
 * are few: values belong into parameters. A page of 100 messages took Postgres 1.4 ms so, and 4.3 by two statements
 * that were planned each time; to be removed when planning takes less than a tenth of a page.
 */
export async function runPrepared<Row extends TextRow>(
  pool: HotPool,
  { sql: given, values }: Pick<QuerySqlToken, "sql" | "values">,
): Promise<readonly Row[]> {
  const query = { ...statementOf(pool, given), values: [...values], types: asWritten };
  const { rows } = await pool.query<Row>(query);
  return rows;
}

function statementOf(pool: HotPool, given: string): Statement {
  const statements = statementsOf.get(pool) ?? new Map<string, Statement>();
  statementsOf.set(pool, statements);
  const known = statements.get(given);
  if (known !== undefined) return known;
  // Slonik numbers parameters in a way of its own until it runs them.
  const text = given.replaceAll("$slonik_", "$");
  if (statements.size === maxPrepared) return { text };
  const statement = { name: `prepared-${statements.size + 1}`, text };
  statements.set(given, statement);
  return statement;
}
