import { sql } from "slonik";
import { z } from "zod";

import { refusedCertificate } from "./certificate.ts";
import type { Database } from "./database.ts";
import { listMigrations } from "./migrating/migration-file.ts";
import { sqlStateOf } from "./sql-state.ts";

/** A service that looks at its schema when it starts. */
export interface SchemaOwner {
  readonly service: string;
  /** Folders of its migrations. */
  readonly migrations: readonly string[];
  /** Address of its database. */
  readonly url: string;
}

const undefinedTable = "42P01";
const row = z.object({ name: z.string() });

/**
 * Checks that the schema has all migrations of this release; one that has more is of a later release, and fine.
 * @throws Error that says what to do
 */
export async function checkSchema(
  db: Database,
  { migrations, service, url }: SchemaOwner,
): Promise<void> {
  const applied = await findApplied(db, url);
  if (applied === null) return;
  const missing = (await listMigrations(migrations)).filter((name) => !applied.has(name));
  if (missing.length === 0) return;
  throw new Error(
    `The schema ${service} in PostgreSQL lacks ${missing.length} migration(s) of this release, the first of them ${missing[0]}: run migrate of this release before its services.`,
  );
}

/**
 * Finds the names of the migrations that were applied; null while the database does not say, which readiness tells.
 * @throws CertificateRefusal
 */
async function findApplied(db: Database, url: string): Promise<ReadonlySet<string> | null> {
  try {
    return new Set(await db.anyFirst(sql.type(row)`select name from migration`));
  } catch (error) {
    const refusal = refusedCertificate(error, url);
    if (refusal !== null) throw refusal;
    return sqlStateOf(error) === undefinedTable ? new Set() : null;
  }
}
