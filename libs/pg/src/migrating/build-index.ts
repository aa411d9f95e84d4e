import type { Migration, MigrationForm } from "./migration-file.ts";
import { inTransaction, noteApplied, retryLocks, type Run } from "./run.ts";

type Building = Extract<MigrationForm, { kind: "concurrently" }>;

/**
 * Builds an index while others write, of a partitioned table partition by partition. What a killed try has left is
 * dropped; an index that is complete is what a try left that was killed before it was noted.
 */
export async function buildIndex(run: Run, migration: Migration, form: Building): Promise<void> {
  const { client } = run;
  const { index, table } = form;
  const partitions = await listPartitions(run, table);
  // Its locks let everybody read and write, so that waiting for older transactions keeps nobody out.
  await client.query("set lock_timeout = 0");
  if (partitions.length === 0) await buildOne(run, migration, { index, statement: migration.text });
  for (const partition of partitions) {
    const name = `${index}_of_${partition}`;
    const statement = statementFor(migration, form, { index: name, table: partition });
    await buildOne(run, migration, { index: name, statement });
  }
  await inTransaction(run, migration, async () => {
    // PostgreSQL takes the indexes of the partitions for parts of this one, and builds nothing.
    if (partitions.length > 0)
      await client.query(migration.text.replace(/\bindex concurrently\b/i, "index if not exists"));
    await noteApplied(run, migration);
  });
}

/** Lists the partitions that have rows; none when the table is not partitioned. */
async function listPartitions({ client }: Run, table: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_partition_tree($1::text::regclass) join pg_class on oid = relid
     where isleaf and level > 0 order by 1`,
    [table],
  );
  return rows.map(({ name }) => name);
}

function statementFor(
  { text }: Migration,
  form: Building,
  { index, table }: Omit<Building, "kind">,
): string {
  return text
    .replaceAll(/^--.*$/gm, "")
    .replace(new RegExp(String.raw`\bconcurrently\s+${form.index}\b`, "i"), `concurrently ${index}`)
    .replace(new RegExp(String.raw`\bon\s+${form.table}\b`, "i"), `on ${table}`);
}

async function buildOne(
  run: Run,
  migration: Migration,
  { index, statement }: { readonly index: string; readonly statement: string },
): Promise<void> {
  const { client, report, service } = run;
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
    await client.query(statement);
  });
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
