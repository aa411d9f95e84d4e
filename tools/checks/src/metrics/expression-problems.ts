import type { SeriesFamily } from "./known-metrics.ts";
import { readExpression } from "./read-expression.ts";

/** Labels of every series: what our processes say, and what Prometheus adds. */
const everywhere = ["service_name", "instance", "job"];

/** Lists what is wrong with an expression: no PromQL, or series and labels that there are not. */
export function expressionProblems(
  text: string,
  known: ReadonlyMap<string, SeriesFamily>,
): readonly string[] {
  const { errors, grouping, selectors } = readExpression(text);
  const labels = new Set([
    ...everywhere,
    ...selectors.flatMap(({ name }) => [...(known.get(name)?.labels ?? [])]),
  ]);
  return [
    ...errors.map((place) => `\`${place}\` is not PromQL`),
    ...selectors
      .filter(({ name }) => !known.has(name))
      .map(({ name }) => `${name} is no metric: those that exist are in docs/metrics.md`),
    ...selectors.flatMap((selector) => {
      const series = known.get(selector.name);
      if (series === undefined) return [];
      return selector.labels
        .filter((label) => !series.labels.has(label) && !everywhere.includes(label))
        .map((label) => `${selector.name} has no label ${label}`);
    }),
    ...grouping
      .filter((label) => !labels.has(label))
      .map((label) => `no series here has the label ${label}`),
  ];
}
