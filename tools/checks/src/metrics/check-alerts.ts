import type { Problem } from "../problem.ts";
import { readSources } from "../source-files.ts";

const rules = "deploy/observability/alerts.yaml";
const runbooks = "docs/operations.md";
const metrics = "docs/metrics.md";

const documented = /^\| `(?<name>\w+)` \|/gm;
const alertName = /^\s*- alert: (?<name>\w+)$/gm;
const heading = /^## (?<name>\w+)$/gm;
/** Selectors and ranges follow the names of metrics; names of recorded shares have colons. */
const used = /(?<![\w:"])(?<name>[a-z]+(?:_[a-z]+)+)(?=[{[ )])/g;
const ofHistograms = /_(?:bucket|count|sum)$/;
const functions = new Set(["count_over_time", "min_over_time", "service_name"]);

/** Checks that alerts look at metrics that exist, and that each has a section that says what to do. */
export function checkAlerts(root: string): Problem[] {
  const textOf = (path: string) => readSources(root, [path])[0]?.text ?? "";
  const [written, sections] = [textOf(rules), textOf(runbooks)];
  const known = new Set(namesIn(textOf(metrics), documented));
  const expressions = [...written.matchAll(/expr:(?<text>.*(?:\n {10}.*)*)/g)].map(
    ({ groups }) => groups?.["text"] ?? "",
  );
  const unknown = expressions
    .flatMap((text) => namesIn(text.replaceAll(/\b(?:by|without) \([^)]*\)/g, ""), used))
    .filter((name) => !functions.has(name))
    .filter((name) => !known.has(name) && !known.has(name.replace(ofHistograms, "")));
  const alerts = namesIn(written, alertName);
  const explained = namesIn(sections, heading);
  return [
    ...[...new Set(unknown)].map((name) => ({
      file: rules,
      message: `${name} is no metric: those that exist are in ${metrics}`,
    })),
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
  ];
}

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(({ groups }) => groups?.["name"] ?? "");
}
