import { readExpression } from "./read-expression.ts";

/** A panel, as far as people read it. */
export interface ReadPanel {
  readonly type: string;
  readonly title: string;
  readonly description: string;
  readonly unit: string;
  readonly targets: readonly { readonly expr: string; readonly legend: string }[];
}

/** Characters that a telephone shows of a title, before a metric's name. */
const shownOfTitle = 30;
/** Words that mean another panel, which is not in sight where a description is shown. */
const elsewhere = /\bthese\b|^[^:;,.]*\bof them\b/i;

/** Lists why somebody could not read a panel: nothing says what it shows, in which unit, or which line is which. */
export function panelProblems(panel: ReadPanel): readonly string[] {
  const { description, title, type, unit } = panel;
  if (type === "row") return [];
  const shown = title.split(" · ")[0] ?? "";
  const problems = [
    ...(title === "" ? ["it has no title"] : []),
    ...(shown.length > shownOfTitle
      ? [`its title is cut off on telephones: at most ${shownOfTitle} characters before the metric`]
      : []),
    ...(description === "" ? ["it has no description"] : []),
    ...(elsewhere.test(description)
      ? ["its description speaks of another panel: it is shown alone"]
      : []),
    ...(type === "timeseries" && unit === "" ? ["it has no unit: `short` is for counts"] : []),
    ...(type === "timeseries" ? legendProblems(panel) : []),
  ];
  return problems.map((problem) => `panel "${title}": ${problem}`);
}

function legendProblems({ targets }: ReadPanel): readonly string[] {
  const legends = targets.map(({ legend }) => legend);
  return [
    ...(legends.includes("") ? ["a query has no legend"] : []),
    ...(new Set(legends).size < legends.length ? ["two queries have the same legend"] : []),
    ...targets.flatMap(({ expr, legend }) => {
      const named = new Set([...legend.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label));
      const kept = new Set(readExpression(expr).grouping.filter((label) => label !== "le"));
      return [
        ...[...kept]
          .filter((label) => !named.has(label))
          .map((label) => `its lines are told apart by ${label}, which is not in the legend`),
        ...[...named]
          .filter((label) => !kept.has(label ?? ""))
          .map((label) => `its legend names ${label}, which its lines do not have`),
      ];
    }),
  ];
}
