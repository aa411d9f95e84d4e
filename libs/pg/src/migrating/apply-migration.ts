import { buildIndex } from "./build-index.ts";
import type { Migration } from "./migration-file.ts";
import { partitionTable } from "./partition-table.ts";
import { runInBatches } from "./run-in-batches.ts";
import { inTransaction, noteApplied, type Run } from "./run.ts";

/**
 * Applies a migration in its form and notes that it is applied.
 * @throws Error of PostgreSQL, or when locks are not free
 */
export async function applyMigration(run: Run, migration: Migration): Promise<void> {
  const { form } = migration;
  if (form.kind === "concurrently") await buildIndex(run, migration, form);
  else if (form.kind === "batches") await runInBatches(run, migration, form);
  else if (form.kind === "partitioning") await partitionTable(run, migration, form.table);
  else
    await inTransaction(run, migration, async ({ client }) => {
      await client.query(migration.text);
      await noteApplied(run, migration);
    });
}
