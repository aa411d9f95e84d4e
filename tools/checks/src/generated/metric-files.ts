import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import type { MetricDefinition } from "@team-chat/telemetry";
import { z } from "zod";

import type { MetricFile } from "../dashboards/metric-sections.ts";
import { listPaths } from "../source-files.ts";

const definition: z.ZodType<MetricDefinition> = z.intersection(
  z.object({
    name: z.string(),
    title: z.string(),
    unit: z.string(),
    meaning: z.string(),
    labels: z.array(z.string()).optional(),
  }),
  z.union([
    z.object({ kind: z.literal("counter") }),
    z.object({ kind: z.literal("gauge"), isShared: z.boolean().optional() }),
    z.object({ kind: z.literal("histogram"), bounds: z.array(z.number()) }),
  ]),
) as z.ZodType<MetricDefinition>;

/** Loads the definitions of all metrics, by the files that have some, in order of their paths. */
export async function loadMetricFiles(root: string): Promise<MetricFile[]> {
  const paths = listPaths(root, "{libs,services}/*/src/**/*metrics.ts").toSorted();
  const files = await Promise.all(paths.map((path) => load(root, path)));
  return files.filter(({ metrics }) => metrics.length > 0);
}

/** Loads them in the order in which the file defines them; a module lists its names by the alphabet. */
async function load(root: string, path: string): Promise<MetricFile> {
  const module = (await import(pathToFileURL(join(root, path)).href)) as Record<string, unknown>;
  const text = readFileSync(join(root, path), "utf8");
  const metrics = Object.values(module)
    .map((value) => definition.safeParse(value).data)
    .filter((metric) => metric !== undefined)
    .toSorted((a, b) => placeOf(a, text) - placeOf(b, text));
  return { path, metrics };
}

function placeOf({ name }: MetricDefinition, text: string): number {
  return text.indexOf(`name: "${name}",`);
}
