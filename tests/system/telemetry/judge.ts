import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { onTestFinished } from "vitest";

import type { Constellation } from "../constellation.ts";
import { neededRules } from "./needed-rules.ts";
import { observability, promtool } from "./promtool.ts";
import { lasting, quietMinutes, type Scrape, type Scrapes } from "./timeline.ts";

const services = ["gateway", "users", "channels", "messages", "events", "webhooks"] as const;
/** Names in the rules, of which only metrics are scraped. */
const watched = new Set(
  readFileSync(path.join(observability, "alerts.yaml"), "utf8").match(/\w+/g),
);

/** Reads what all processes that are there measure, as far as alerts look at it. */
export async function scrape(constellation: Constellation): Promise<Scrape> {
  const atMs = performance.now();
  const all = await Promise.all(
    services.map(async (name) => {
      const scraped = await constellation
        .process(name)
        .scrape()
        .catch(() => null);
      return [...(scraped?.series ?? [])]
        .filter(([series]) => watched.has(series.split("{")[0] ?? ""))
        .map(([series, value]): [string, number] => [
          series.replace(/\}$/, `,instance="${name}"}`),
          value,
        ]);
    }),
  );
  return { atMs, values: new Map(all.flat()) };
}

/** Returns the value of a metric of a process; undefined when it does not tell it. */
export function valueOf({ values }: Scrape, metric: string, name: string): number | undefined {
  const found = [...values].find(
    ([series]) => series.startsWith(`${metric}{`) && series.includes(`instance="${name}"`),
  );
  return found?.[1];
}

interface Judged {
  readonly alerts: readonly string[];
  readonly scrapes: Scrapes;
  /** Time for which the fault lasts. */
  readonly minutes: number;
}

/**
 * Has Prometheus' own rules judge a fault; returns what its tool objects to: that an alert does not fire during the
 * fault, or fires before or after.
 */
export async function objections({ alerts, minutes, scrapes }: Judged): Promise<string> {
  const firing = (minute: number, value: number) =>
    alerts.map((alert) => ({
      expr: `count(ALERTS{alertname="${alert}",alertstate="firing"}) > bool 0 or vector(0)`,
      eval_time: `${minute - 1}m`,
      exp_samples: [{ labels: "{}", value }],
    }));
  const expected = [
    ...firing(quietMinutes, 0),
    ...firing(quietMinutes + minutes, 1),
    ...firing(quietMinutes + minutes + quietMinutes, 0),
  ];
  const input = lasting(scrapes, minutes);
  const cases = {
    rule_files: ["rules.json"],
    evaluation_interval: "1m",
    tests: [{ interval: "1m", input_series: input, promql_expr_test: expected }],
  };
  const folder = mkdtempSync(path.join(tmpdir(), "injected-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, "rules.json"), neededRules(alerts, []));
  const file = path.join(folder, "cases.json");
  writeFileSync(file, JSON.stringify(cases));
  const { output, succeeded } = await promtool("test", "rules", file);
  return succeeded ? "" : output;
}
