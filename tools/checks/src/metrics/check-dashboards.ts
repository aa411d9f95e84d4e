import { z } from "zod";

import type { Problem } from "../problem.ts";
import { readSources } from "../source-files.ts";
import { expressionProblems } from "./expression-problems.ts";
import { knownSeries } from "./known-metrics.ts";
import { panelProblems } from "./panel-problems.ts";

const target = z.object({
  refId: z.string(),
  expr: z.string(),
  legendFormat: z.string().default(""),
  datasource: z.object({ type: z.string() }),
});

/** The part of a dashboard without which Grafana shows nothing. */
const dashboard = z.object({
  uid: z.string().max(40),
  title: z.string(),
  schemaVersion: z.int().min(36),
  panels: z.array(
    z.object({
      id: z.int(),
      type: z.string(),
      title: z.string().default(""),
      description: z.string().default(""),
      fieldConfig: z
        .object({ defaults: z.object({ unit: z.string().default("") }) })
        .default({ defaults: { unit: "" } }),
      gridPos: z.object({ x: z.int(), y: z.int(), w: z.int(), h: z.int() }),
      targets: z.array(target).default([]),
    }),
  ),
});

/** Checks that dashboards are what Grafana reads and people can, and ask for series that exist. */
export function checkDashboards(root: string): Problem[] {
  const textOf = (path: string) => readSources(root, [path])[0]?.text ?? "";
  const known = knownSeries(textOf("docs/metrics.md"), textOf("deploy/observability/alerts.yaml"));
  const files = readSources(root, "deploy/observability/dashboards/*.json");
  const uids = new Set<string>();
  return files.flatMap(({ path: file, text }) => {
    const read = dashboard.safeParse(JSON.parse(text));
    if (!read.success) return [{ file, message: z.prettifyError(read.error) }];
    const { panels, uid } = read.data;
    const twin = uids.has(uid) ? [`another dashboard has the uid ${uid}`] : [];
    uids.add(uid);
    const ids = new Set(panels.map(({ id }) => id));
    const sameIds = ids.size === panels.length ? [] : ["two panels have the same id"];
    const asked = panels
      .flatMap(({ targets }) => targets)
      .filter(({ datasource }) => datasource.type === "prometheus")
      .flatMap(({ expr }) => expressionProblems(expr, known));
    const unreadable = panels.flatMap((panel) => problemsOf(panel));
    return [...twin, ...sameIds, ...new Set(asked), ...unreadable].map((message) => ({
      file,
      message,
    }));
  });
}

function problemsOf({
  fieldConfig,
  targets,
  ...panel
}: z.infer<typeof dashboard>["panels"][number]): readonly string[] {
  const asked = targets.map(({ expr, legendFormat }) => ({ expr, legend: legendFormat }));
  const problems = panelProblems({ ...panel, unit: fieldConfig.defaults.unit, targets: asked });
  const refIds = new Set(targets.map(({ refId }) => refId));
  return refIds.size === targets.length
    ? problems
    : [...problems, `panel "${panel.title}": two queries have the same refId`];
}
