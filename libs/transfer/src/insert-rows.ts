import { type ExportedTable, sql, type Transaction } from "@team-chat/pg";

import type { Moved } from "./moved.ts";
import type { Row } from "./row.ts";

/** Kind of thing in archives, and what becomes of it here. */
export interface ImportedTable {
  readonly kind: string;
  readonly table: string;
  /** Makes the columns of a row. Columns of bytes are base64. */
  readonly columns: (row: Row, moved: Moved) => Row;
  readonly pictures?: readonly string[];
  /** Columns by which the row is known that gets the others; without it a row is added. */
  readonly changes?: readonly string[];
  /** False if a sandbox has none of these. */
  readonly inSandbox?: boolean;
}

interface ImportedPage {
  /** Says which fields there are; any others are left aside. */
  readonly exported: ExportedTable;
  readonly moved: Moved;
  readonly rows: readonly Row[];
}

/**
 * Writes rows of an organization that is not complete yet; those that are there already stay as they are. Nothing is
 * noted in the audit log, which says once that all of it came.
 */
export async function insertImportedRows(
  tx: Transaction,
  { changes, columns, inSandbox = true, pictures = [], table }: ImportedTable,
  { exported, moved, rows }: ImportedPage,
): Promise<void> {
  if (moved.sandbox && !inSandbox) return;
  const known = new Set([...exported.fields, ...pictures]);
  const made = rows.map((row) => withPictures(columns(only(row, known), moved), pictures));
  const names = Object.keys(made[0] ?? {});
  if (names.length === 0) return;
  await tx.query(sql.unsafe`set local audit.skip = on`);
  const given = sql.fragment`jsonb_populate_recordset(null::${sql.identifier([table])}, ${JSON.stringify(made)}::jsonb) as given`;
  const realmId = moved.realmId;
  if (changes === undefined) {
    await tx.query(sql.unsafe`
      insert into ${sql.identifier([table])} (realm_id, ${list(names)}) overriding system value
      select ${realmId}, ${list(names)} from ${given}
      on conflict do nothing`);
    return;
  }
  const set = names
    .filter((name) => !changes.includes(name))
    .map((name) => sql.fragment`${sql.identifier([name])} = ${sql.identifier(["given", name])}`);
  const same = changes.map(
    (name) => sql.fragment`kept.${sql.identifier([name])} = ${sql.identifier(["given", name])}`,
  );
  const isMeant = [sql.fragment`kept.realm_id = ${realmId}`, ...same];
  await tx.query(sql.unsafe`
    update ${sql.identifier([table])} kept set ${sql.join(set, sql.fragment`, `)}
    from ${given} where ${sql.join(isMeant, sql.fragment` and `)}`);
}

function list(names: readonly string[]): ReturnType<typeof sql.join> {
  return sql.join(
    names.map((name) => sql.fragment`${sql.identifier([name])}`),
    sql.fragment`, `,
  );
}

function only(row: Row, known: ReadonlySet<string>): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => known.has(name)));
}

/** Writes bytes as PostgreSQL reads them. */
function withPictures(row: Row, pictures: readonly string[]): Row {
  const hex = pictures.flatMap((name): (readonly [string, string])[] => {
    const value = row[name];
    if (typeof value !== "string") return [];
    return [[name, `\\x${Buffer.from(value, "base64").toString("hex")}`]];
  });
  return { ...row, ...Object.fromEntries<string>(hex) };
}
