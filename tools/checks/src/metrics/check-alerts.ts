import { existsSync } from "node:fs";
import { join } from "node:path";

import { mappingsIn, readDocuments, textAt } from "../k8s/manifest.ts";
import type { Problem } from "../problem.ts";
import { listPaths, readSources } from "../source-files.ts";
import { expressionProblems } from "./expression-problems.ts";
import { knownSeries } from "./known-metrics.ts";

const rules = "deploy/observability/alerts.yaml";
const cases = "deploy/observability/tests/*.yaml";
const runbooks = "docs/operations.md";
const heading = /^## (?<name>[A-Z]\w+)$/gm;

/**
 * Checks that alerts and recorded shares ask for series that exist, and that each alert has a section that says what to
 * do, a case in which it fires and one in which it does not.
 */
export function checkAlerts(root: string): Problem[] {
  if (!existsSync(join(root, rules))) return [];
  const textOf = (path: string) => readSources(root, [path])[0]?.text ?? "";
  const known = knownSeries(textOf("docs/metrics.md"), textOf(rules));
  const written = readDocuments(join(root, rules))
    .flatMap((document) => mappingsIn(document["groups"]))
    .flatMap((group) => mappingsIn(group["rules"]));
  const alerts = written.map((rule) => textAt(rule, "alert")).filter((name) => name !== "");
  const explained = [...textOf(runbooks).matchAll(heading)].map(
    ({ groups }) => groups?.["name"] ?? "",
  );
  const [firing, quiet] = casesOf(root);
  const unknown = written.flatMap((rule) => expressionProblems(textAt(rule, "expr"), known));
  return [
    ...[...new Set(unknown)].map((message) => ({ file: rules, message })),
    ...alerts
      .filter((name) => !explained.includes(name))
      .map((name) => ({
        file: runbooks,
        message: `${name} has no section in ${runbooks}: say what it means, where to look and what helps`,
      })),
    ...explained
      .filter((name) => !alerts.includes(name))
      .map((name) => ({
        file: runbooks,
        message: `the section ${name} is for no alert: remove it, or add the alert to ${rules}`,
      })),
    ...alerts
      .filter((name) => !firing.has(name) || !quiet.has(name))
      .map((name) => ({
        file: rules,
        message: `${name} needs a case in which it fires and one in which it does not: add them to ${cases}`,
      })),
  ];
}

/** Names of the alerts that have a case in which they fire, and of those that have one in which they do not. */
function casesOf(root: string): [firing: ReadonlySet<string>, quiet: ReadonlySet<string>] {
  const tests = listPaths(root, cases)
    .flatMap((path) => readDocuments(join(root, path)))
    .flatMap((document) => mappingsIn(document["tests"]))
    .flatMap((test) => mappingsIn(test["alert_rule_test"]));
  const named = (fires: boolean) =>
    tests
      .filter((test) => mappingsIn(test["exp_alerts"]).length > 0 === fires)
      .map((test) => textAt(test, "alertname"));
  return [new Set(named(true)), new Set(named(false))];
}
