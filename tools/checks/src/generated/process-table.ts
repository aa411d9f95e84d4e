import { loadConfigFields } from "../config/config-fields.ts";
import { consumedBundles } from "../services/consumed-bundles.ts";
import { needsOf } from "../services/needs.ts";
import { ownedTables } from "../services/owned-tables.ts";
import { servedOperations } from "../services/served-operations.ts";
import { listPaths } from "../source-files.ts";
import type { Generated } from "./generated-file.ts";
import { fillPart, table } from "./generated-part.ts";

const page = "docs/architecture.md";

/** Computes docs/architecture.md with the table of all processes. */
export async function processTable(root: string): Promise<Generated[]> {
  if (listPaths(root, page).length === 0) return [];
  const names = listPaths(root, "services/*/src/service.ts").map(
    (path) => path.split("/")[1] ?? "",
  );
  const rows = await Promise.all(names.map(async (name) => rowOf(root, name)));
  const head = ["Process", "Default ports", "Tables", "Operations", "Consumes", "Needs"];
  const place = { path: page, name: "processes", source: "the source" };
  return [fillPart(root, place, table(head, rows))];
}

async function rowOf(root: string, name: string): Promise<string[]> {
  const fields = (await loadConfigFields(root, `services/${name}`)) ?? [];
  const ports = fields.filter((field) => /(?:^|_)PORT$/.test(field.name));
  const [serves, consumes, needs] = await Promise.all([
    servedOperations(root, name),
    consumedBundles(root, name),
    needsOf(root, name),
  ]);
  return [
    `[${name}](../services/${name})`,
    ports.map(({ fallback }) => fallback ?? "none").join(", "),
    String(ownedTables(root, name).length),
    String(serves.forClients.length),
    [...new Set(consumes.map(({ source }) => source.split(".")[0]))].join(", "),
    needs.map((need) => need.name).join(", "),
  ];
}
