import type { QuerySqlToken } from "slonik";

import { type Parameter, withArrayTexts } from "./array-text.ts";
import type { HotPool } from "./hot-pool.ts";
import { PreparedRun, type Statement, type TextRow } from "./prepared-run.ts";

/**
 * Statements that the connections of a pool keep; a text more is run without being kept, so that nobody can fill the memory
 * with variations.
 */
const maxPrepared = 100;

const statementsOf = new WeakMap<HotPool, Map<string, Statement>>();

/**
 * Runs a query on a bare pool as a statement that each connection prepares once, so that it is neither planned nor
 * described again for every call: of a short one that took longer than all else. Its rows are texts as Postgres writes
 * them, and are not checked. To be used for texts of which there are few, always with the same columns: values belong
 * into parameters.
 */
export async function runPrepared<Row extends TextRow>(
  pool: HotPool,
  { sql: text, values }: Pick<QuerySqlToken, "sql" | "values">,
): Promise<readonly Row[]> {
  const run = new PreparedRun(
    statementOf(pool, text),
    withArrayTexts(values as readonly Parameter[]),
  );
  const rows = await pool.withClient((client) => {
    client.query(run);
    return run.rows;
  });
  return rows as readonly Row[];
}

function statementOf(pool: HotPool, given: string): Statement {
  const statements = statementsOf.get(pool) ?? new Map<string, Statement>();
  statementsOf.set(pool, statements);
  const known = statements.get(given);
  if (known) return known;
  // Slonik numbers parameters in a way of its own until it runs them.
  const text = given.replaceAll("$slonik_", "$");
  if (statements.size === maxPrepared) return { name: "", text, columns: null };
  const statement = { name: `prepared-${statements.size + 1}`, text, columns: null };
  statements.set(given, statement);
  return statement;
}
