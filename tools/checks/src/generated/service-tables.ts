import { posix } from "node:path";

import type { Problem } from "../problem.ts";
import { type ConsumedBundles, consumedBundles } from "../services/consumed-bundles.ts";
import { type EmittedEvent, emittedEvents, unmadeEvents } from "../services/emitted-events.ts";
import { type Need, needsOf } from "../services/needs.ts";
import { type OwnedTable, ownedTables, silentTables } from "../services/owned-tables.ts";
import {
  type ServedOperation,
  type ServedOperations,
  servedOperations,
} from "../services/served-operations.ts";
import { listPaths } from "../source-files.ts";
import type { Generated } from "./generated-file.ts";
import { fillPart, table } from "./generated-part.ts";

/** Facts about a service that concern the others, as its source states them. */
interface ServiceFacts {
  readonly name: string;
  readonly owns: readonly OwnedTable[];
  readonly serves: ServedOperations;
  readonly emits: readonly EmittedEvent[];
  readonly consumes: readonly ConsumedBundles[];
  readonly needs: readonly Need[];
}

/** Computes the README of every service with what it owns, serves, emits, consumes and needs. */
export async function serviceTables(root: string): Promise<Generated[]> {
  const names = listPaths(root, "services/*/src/service.ts").map(
    (path) => path.split("/")[1] ?? "",
  );
  const generated = await Promise.all(
    names.map(async (name) => {
      const facts = await factsOf(root, name);
      const place = { path: `services/${name}/README.md`, name: "service", source: "the source" };
      return [...problemsOf(facts), fillPart(root, place, describe(facts))];
    }),
  );
  return generated.flat();
}

async function factsOf(root: string, name: string): Promise<ServiceFacts> {
  const [serves, emits, consumes, needs] = await Promise.all([
    servedOperations(root, name),
    emittedEvents(root, name),
    consumedBundles(root, name),
    needsOf(root, name),
  ]);
  return { name, owns: ownedTables(root, name), serves, emits, consumes, needs };
}

function problemsOf({ emits, name, owns, serves }: ServiceFacts): Problem[] {
  return [...serves.problems, ...silentTables(name, owns), ...unmadeEvents(name, emits)];
}

function describe({ consumes, emits, needs, owns, serves }: ServiceFacts): string {
  return [
    "## Owns",
    orNone(
      owns.map(({ holds, name }) => [code(name), holds]),
      ["Table", "Holds"],
      "No tables.",
    ),
    "## Serves",
    orNone(
      rowsByNoun(serves.forClients),
      ["For clients", "Operations"],
      "No operations of its own.",
    ),
    ...forServices(serves.forServices),
    "## Emits",
    orNone(
      emits.map(({ files, type }) => [code(type), files.map((file) => link(file)).join(", ")]),
      ["Event", "Made in"],
      "No events.",
    ),
    "## Consumes",
    orNone(consumes.map(rowOfBundles), ["Bundles of", "Durable consumer"], "No events."),
    "## Needs",
    table(
      ["What", "Asked for"],
      needs.map(({ asks, name }) => [name, asks.map(code).join(", ")]),
    ),
  ].join("\n\n");
}

function forServices(operations: readonly ServedOperation[]): string[] {
  if (operations.length === 0) return [];
  const rows = operations
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map(({ doc, file, name }) => [link(file, name), doc.split("\n")[0] ?? ""]);
  return [table(["For services", "Does"], rows)];
}

function rowsByNoun(operations: readonly ServedOperation[]): string[][] {
  const byNoun = Map.groupBy(operations, ({ file }) =>
    posix.basename(posix.dirname(file)).replace("operations", "all"),
  );
  return [...byNoun].map(([noun, group]) => [
    noun,
    group.map(({ file, name }) => link(file, name)).join(", "),
  ]);
}

function rowOfBundles({ durable, source }: ConsumedBundles): string[] {
  return [code(source), durable === null ? "none, it reads as long as it runs" : code(durable)];
}

function orNone(rows: readonly string[][], head: readonly string[], none: string): string {
  return rows.length === 0 ? none : table(head, rows);
}

function code(text: string): string {
  return `\`${text}\``;
}

function link(file: string, text = posix.basename(file)): string {
  return `[\`${text}\`](${file})`;
}
