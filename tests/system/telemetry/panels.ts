import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { onTestFinished } from "vitest";
import { z } from "zod";

import { neededRules } from "./needed-rules.ts";
import { observability, promtool } from "./promtool.ts";
import { goingOn, type Scrape } from "./timeline.ts";

const dashboard = z.object({
  panels: z.array(
    z.object({
      datasource: z.object({ type: z.string() }).optional(),
      targets: z.array(z.object({ expr: z.string() })).default([]),
    }),
  ),
});

/** Minutes for which what happened between two scrapes goes on: more than what panels look back for. */
const minutes = 70;

/** Returns what the panels of all dashboards ask Prometheus, with the variables as Grafana fills them in. */
export function questions(organization: string): readonly string[] {
  const folder = path.join(observability, "dashboards");
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  const panels = files.flatMap(
    (name) => dashboard.parse(JSON.parse(readFileSync(path.join(folder, name), "utf8"))).panels,
  );
  const asked = panels
    .filter(({ datasource }) => datasource?.type === "prometheus")
    .flatMap(({ targets }) => targets.map(({ expr }) => expr));
  return [...new Set(asked)].map((expr) =>
    expr.replaceAll("$__rate_interval", "5m").replaceAll("$organization", organization),
  );
}

/** Returns those of the questions to which Prometheus has no answer after what happened between two scrapes. */
export async function unanswered(
  asked: readonly string[],
  between: readonly [Scrape, Scrape],
): Promise<readonly string[]> {
  const counted = asked.map((expr) => ({ expr, count: `count(${expr}) > bool 0 or vector(0)` }));
  const cases = {
    rule_files: ["rules.json"],
    evaluation_interval: "1m",
    tests: [
      {
        interval: "1m",
        input_series: goingOn(between, minutes),
        promql_expr_test: counted.map(({ count }) => ({
          expr: count,
          eval_time: `${minutes - 1}m`,
          exp_samples: [{ labels: "{}", value: 1 }],
        })),
      },
    ],
  };
  const folder = mkdtempSync(path.join(tmpdir(), "panels-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, "rules.json"), neededRules([], asked));
  const file = path.join(folder, "cases.json");
  writeFileSync(file, JSON.stringify(cases));
  const { output } = await promtool("test", "rules", file);
  const failed = counted.filter(({ count }) => output.includes(JSON.stringify(count)));
  if (failed.length === 0 && !output.includes("SUCCESS")) throw new Error(output);
  return failed.map(({ expr }) => expr);
}
