import type { Problem } from "../problem.ts";
import { readSources } from "../source-files.ts";

const created = /^create table (?:if not exists )?(?<name>\w+)/gim;
const described = /^comment on table (?<name>\w+) is\s+'(?<text>(?:[^']|'')+)'/gim;

/** A table of a service's schema and what its migrations say that it holds. */
export interface OwnedTable {
  readonly name: string;
  /** Empty when no migration says it. */
  readonly holds: string;
}

/** Lists the tables that the migrations of a service create, in alphabetical order. */
export function ownedTables(root: string, service: string): OwnedTable[] {
  const texts = readSources(root, `services/${service}/migrations/*.sql`).map(({ text }) => text);
  const holds = new Map(
    texts
      .flatMap((text) => [...text.matchAll(described)])
      .map(({ groups }) => [groups?.["name"], groups?.["text"]?.replaceAll("''", "'")]),
  );
  return texts
    .flatMap((text) => [...text.matchAll(created)])
    .map(({ groups }) => groups?.["name"] ?? "")
    .toSorted()
    .map((name) => ({ name, holds: holds.get(name) ?? "" }));
}

/** Every table says what it holds, for its service's README and for whoever looks at the database. */
export function silentTables(service: string, tables: readonly OwnedTable[]): Problem[] {
  return tables
    .filter(({ holds }) => holds === "")
    .map(({ name }) => ({
      file: `services/${service}/migrations`,
      message: `the table ${name} has no description: add \`comment on table ${name} is '…';\` to a migration`,
    }));
}
