import type { Migration } from "./migration-file.ts";
import { noteApplied, retryLocks, type Run } from "./run.ts";

/**
 * Builds an index while others write. What a killed try has left is dropped; an index that is complete is what a try
 * left that was killed before it was noted.
 */
export async function buildIndex(run: Run, migration: Migration, index: string): Promise<void> {
  const { client, report, service } = run;
  // Its locks let everybody read and write, so that waiting for older transactions keeps nobody out.
  await client.query("set lock_timeout = 0");
  await retryLocks(run, migration, async () => {
    const left = await findIndex(run, index);
    if (left === "complete") return;
    if (left === "invalid") {
      report(
        `Migration ${service}/${migration.name}: an earlier try left ${index} half built; it is dropped.`,
      );
      await client.query(`drop index concurrently ${client.escapeIdentifier(index)}`);
    }
    report(
      `Migration ${service}/${migration.name} builds ${index}; everybody may write meanwhile.`,
    );
    await client.query(migration.text);
  });
  await noteApplied(run, migration);
}

async function findIndex({ client }: Run, name: string): Promise<"complete" | "invalid" | null> {
  const { rows } = await client.query<{ valid: boolean }>(
    `select indisvalid as valid from pg_index join pg_class on pg_class.oid = indexrelid
     where relname = $1 and relnamespace = current_schema()::regnamespace`,
    [name],
  );
  const [found] = rows;
  if (found === undefined) return null;
  return found.valid ? "complete" : "invalid";
}
