import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { checkAlerts } from "../src/metrics/check-alerts.ts";
import { checkDashboards } from "../src/metrics/check-dashboards.ts";
import { expressionProblems } from "../src/metrics/expression-problems.ts";
import { knownSeries } from "../src/metrics/known-metrics.ts";

const fixture = join(import.meta.dirname, "../fixtures/alerts");

/** Lists what is wrong with these dashboards of the fixture. */
function problemsOf(...names: readonly string[]): readonly string[] {
  return checkDashboards(fixture)
    .map(({ file, message }) => `${file.split("/").at(-1) ?? ""}: ${message}`)
    .filter((problem) => names.some((name) => problem.startsWith(`${name}: `)));
}

describe("expressions in alerts and dashboards", () => {
  test("an alert on a metric that does not exist, that nobody is told what to do about, or without cases is found", () => {
    const problems = checkAlerts(fixture);
    expect(problems.map(({ message }) => message.split(":")[0])).toEqual([
      "outbox_forgotten is no metric",
      "OutboxForgotten has no section in docs/operations.md",
      "the section WhatItWas is for no alert",
      "OutboxForgotten needs a case in which it fires and one in which it does not",
    ]);
  });

  test("a dashboard that asks for a metric or label that does not exist, or that Grafana cannot read, is found", () => {
    expect(problemsOf("broken.json", "planted.json")).toEqual([
      expect.stringContaining("broken.json: ✖ Invalid input: expected string, received undefined"),
      "planted.json: two panels have the same id",
      "planted.json: outbox_age_seconds has no label realm",
      "planted.json: no series here has the label organization",
      expect.stringMatching(/^planted.json: `.+` is not PromQL$/),
      "planted.json: outbox_forgotten is no metric: those that exist are in docs/metrics.md",
    ]);
  });

  test("a panel that nobody can read is found: without title or unit, cut off, with lines that look alike", () => {
    expect(problemsOf("unreadable.json")).toEqual([
      'unreadable.json: panel "": it has no title',
      'unreadable.json: panel "": it has no description',
      'unreadable.json: panel "": it has no unit: `short` is for counts',
      'unreadable.json: panel "": a query has no legend',
      expect.stringContaining("its title is cut off on telephones: at most 30 characters"),
      expect.stringContaining("its description speaks of another panel: it is shown alone"),
      'unreadable.json: panel "Twins": two queries have the same legend',
      'unreadable.json: panel "Twins": two queries have the same refId',
      'unreadable.json: panel "Legend": its lines are told apart by operation, which is not in the legend',
      'unreadable.json: panel "Legend": its legend names operation, which its lines do not have',
    ]);
  });

  test("endings of histograms, recorded shares and intervals of Grafana are known", () => {
    const page =
      "| `a_seconds` | histogram | s | `operation` | Meaning. |\n| `b` | gauge | 1 |  | Meaning. |\n";
    const known = knownSeries(page, "      - record: team_chat:a:ratio5m\n");
    const problems = (text: string) => expressionProblems(text, known);
    expect(
      problems("sum by (le, operation) (rate(a_seconds_bucket{instance='x'}[$__rate_interval]))"),
    ).toEqual([]);
    expect(problems("team_chat:a:ratio5m > 0.1 or max by (service_name) (b)")).toEqual([]);
    expect(problems("a_seconds")).toHaveLength(1);
    expect(problems("b{le='1'}")).toEqual(["b has no label le"]);
  });
});
