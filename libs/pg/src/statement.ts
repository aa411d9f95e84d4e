import { type QuerySqlToken, sql } from "slonik";

/** Parameter of `sql.type`. */
type Schema = Parameters<typeof sql.type>[0];

/**
 * Makes a query from a text with `$1`, `$2`, …, for the few texts that also run on a bare pool; everything else is
 * written with `sql`. Lists are passed as they are.
 */
export function statement<T extends Schema>(
  schema: T,
  text: string,
  values: readonly unknown[],
): QuerySqlToken<T> {
  return { ...sql.type(schema)``, sql: text, values } as unknown as QuerySqlToken<T>;
}
