import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { checkAlerts } from "../src/metrics/check-alerts.ts";
import { checkDashboards } from "../src/metrics/check-dashboards.ts";
import { expressionProblems } from "../src/metrics/expression-problems.ts";
import { knownSeries } from "../src/metrics/known-metrics.ts";

const fixture = join(import.meta.dirname, "../fixtures/alerts");

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
    const problems = checkDashboards(fixture);
    expect(problems.map(({ file, message }) => `${file.split("/").at(-1)}: ${message}`)).toEqual([
      expect.stringContaining("broken.json: ✖ Invalid input: expected string, received undefined"),
      "planted.json: two panels have the same id",
      "planted.json: outbox_age_seconds has no label realm",
      "planted.json: no series here has the label organization",
      expect.stringMatching(/^planted.json: `.+` is not PromQL$/),
      "planted.json: outbox_forgotten is no metric: those that exist are in docs/metrics.md",
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
