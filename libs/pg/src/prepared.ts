import type pg from "pg";
import type { QuerySqlToken } from "slonik";

/** Statements that connections keep; a text more is run without being kept, so that nobody can fill the memory with variations. */
const maxPrepared = 100;

const statements = new Map<string, Prepared>();

/**
 * Runs a query on a bare pool as a statement that each connection prepares once, so that it is not planned again for every call. Its rows
 * are not checked. To be used for texts of which there are few: values belong into parameters.
 */
export async function runPrepared<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  { sql: text, values }: Pick<QuerySqlToken, "sql" | "values">,
): Promise<readonly Row[]> {
  const { rows } = await pool.query<Row>({ ...prepared(text), values: [...values] });
  return rows;
}

interface Prepared {
  readonly text: string;
  readonly name?: string;
}

function prepared(given: string): Prepared {
  const known = statements.get(given);
  if (known) return known;
  // Slonik numbers parameters in a way of its own until it runs them.
  const text = given.replaceAll("$slonik_", "$");
  if (statements.size === maxPrepared) return { text };
  const statement = { text, name: `prepared-${statements.size + 1}` };
  statements.set(given, statement);
  return statement;
}
