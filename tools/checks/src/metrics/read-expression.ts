import { parser } from "@prometheus-io/lezer-promql";

/** A choice of series in an expression: `name{label="value"}`. */
interface Selector {
  readonly name: string;
  readonly labels: readonly string[];
}

/** Parts of an expression in PromQL that name something. */
export interface Expression {
  readonly selectors: readonly Selector[];
  /** Labels that are kept or dropped: `by (…)`, `without (…)`, `on (…)`. */
  readonly grouping: readonly string[];
  /** Places that are no PromQL. */
  readonly errors: readonly string[];
}

/** Reads an expression; Grafana's intervals may stand in it. */
export function readExpression(given: string): Expression {
  const text = given.replaceAll(/\$__\w*interval/g, "5m");
  const selectors: { name: string; labels: string[] }[] = [];
  const grouping: string[] = [];
  const errors: string[] = [];
  parser.parse(text).iterate({
    enter: ({ from, name, node, to, type }) => {
      const found = text.slice(from, to);
      if (type.isError) errors.push(text.slice(Math.max(0, from - 20), to + 20));
      if (name === "VectorSelector") selectors.push({ name: "", labels: [] });
      const selector = selectors.at(-1);
      if (selector && name === "Identifier" && node.parent?.name === "VectorSelector")
        selector.name = found;
      if (name !== "LabelName") return;
      if (node.parent?.name === "GroupingLabels") grouping.push(found);
      else selector?.labels.push(found);
    },
  });
  return { selectors, grouping, errors };
}
