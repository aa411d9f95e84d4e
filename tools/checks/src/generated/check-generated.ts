import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { chartFiles } from "../chart/chart-files.ts";
import type { Problem } from "../problem.ts";
import { adrIndex } from "./adr-index.ts";
import { configTables } from "./config-tables.ts";
import { dashboards } from "./dashboards.ts";
import { compareGenerated, type Generated, type GeneratedFile } from "./generated-file.ts";
import { metricsPage } from "./metrics-page.ts";
import { migrationDigests } from "./migration-digests.ts";
import { natsUsers } from "./nats-users.ts";
import { openApiDocument } from "./openapi.ts";
import { performanceTables } from "./performance-tables.ts";
import { processTable } from "./process-table.ts";
import { sectionTables } from "./section-tables.ts";
import { serviceTables } from "./service-tables.ts";
import { testIndex } from "./test-index.ts";
import { wireRecord } from "./wire-record.ts";

type Generator = (root: string) => Generated[] | Promise<Generated[]>;

const generators: readonly Generator[] = [
  adrIndex,
  chartFiles,
  configTables,
  dashboards,
  metricsPage,
  migrationDigests,
  natsUsers,
  openApiDocument,
  performanceTables,
  processTable,
  sectionTables,
  serviceTables,
  testIndex,
  wireRecord,
];

/** Regenerates every generated file in memory and reports those that differ. */
export async function checkGenerated(root: string): Promise<Problem[]> {
  return forEachFile(root, (file) => compareGenerated(root, file));
}

/** Writes every generated file; what it returns could not be generated. */
export async function writeGenerated(root: string): Promise<Problem[]> {
  return forEachFile(root, ({ path, content }) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
    return [];
  });
}

/** One generator after the other: two may fill places of the same page. */
async function forEachFile(
  root: string,
  visit: (file: GeneratedFile) => Problem[],
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const generator of generators) {
    const generated = await generator(root);
    problems.push(...generated.flatMap((item) => ("content" in item ? visit(item) : [item])));
  }
  return problems;
}
