import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

/** Way in which a migration is run, by its first line (docs/operations/releases.md#migrations). */
export type MigrationForm =
  | { readonly kind: "transaction" }
  /** Outside of a transaction: one statement, which builds this index. */
  | { readonly kind: "concurrently"; readonly index: string; readonly table: string }
  /** One statement for each range of this table's key, each in a transaction. */
  | { readonly kind: "batches"; readonly table: string; readonly key: readonly string[] }
  /** No statement: this table becomes one that is partitioned by organization. */
  | { readonly kind: "partitioning"; readonly table: string };

/** File of SQL that changes a schema once. */
export interface Migration {
  readonly name: string;
  readonly text: string;
  readonly hash: string;
  readonly form: MigrationForm;
}

/** Place of the condition on keys in a statement that is run in batches. */
export const batchPlace = "{batch}";

/** Lists the names of the migrations in these folders, in the order in which they are applied. */
export async function listMigrations(dirs: readonly string[]): Promise<readonly string[]> {
  const names = await Promise.all(dirs.map((dir) => namesIn(dir)));
  return names.flat();
}

/**
 * Reads the migrations in these folders, in the order in which they are applied.
 * @throws Error when one says in its first line something that is not known
 */
export async function readMigrations(dirs: readonly string[]): Promise<readonly Migration[]> {
  const migrations: Migration[] = [];
  for (const dir of dirs) {
    for (const name of await namesIn(dir)) {
      const text = await readFile(path.join(dir, name), "utf8");
      const hash = createHash("sha256").update(text).digest("hex");
      migrations.push({ name, text, hash, form: formOf(name, text) });
    }
  }
  return migrations;
}

async function namesIn(dir: string): Promise<readonly string[]> {
  return (await readdir(dir)).filter((name) => name.endsWith(".sql")).toSorted();
}

const runs = /^--\s*runs:\s*(.*)\n/;
const batches = /^in batches of (\w+) by (\w+(?:, \w+)*)$/;
const partitioning = /^partitioning of (\w+)$/;
const building = /^create (?:unique )?index concurrently (\w+)\s+on\s+(\w+)\s[^;]*;?$/i;

function formOf(name: string, text: string): MigrationForm {
  const how = runs.exec(text)?.[1]?.trim();
  if (how === undefined) return { kind: "transaction" };
  const statement = text.replaceAll(/^--.*$/gm, "").trim();
  if (how === "concurrently") {
    const [, index, table] = building.exec(statement) ?? [];
    if (index !== undefined && table !== undefined) return { kind: "concurrently", index, table };
    throw new Error(
      `Migration ${name} runs concurrently, so it must be one statement "create index concurrently <name> on <table> …".`,
    );
  }
  const partitioned = partitioning.exec(how)?.[1];
  if (partitioned !== undefined && statement === "")
    return { kind: "partitioning", table: partitioned };
  const [, table, key] = batches.exec(how) ?? [];
  if (table === undefined || key === undefined)
    throw new Error(
      `Migration ${name} begins with "runs: ${how}": write "concurrently", "in batches of <table> by <columns of its key>", or "partitioning of <table>" without any statement.`,
    );
  if (statement.split(batchPlace).length === 2 && !statement.slice(0, -1).includes(";"))
    return { kind: "batches", table, key: key.split(", ") };
  throw new Error(
    `Migration ${name} runs in batches, so it must be one statement, with ${batchPlace} once where it says which rows.`,
  );
}
