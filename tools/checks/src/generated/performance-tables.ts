import { readSources } from "../source-files.ts";
import type { Generated } from "./generated-file.ts";
import { fillPart, table } from "./generated-part.ts";

/** Part of `bench/history/<bench>.json` that is read here, whose form is that of bench/src/history.ts. */
interface History {
  readonly bench: string;
  /** Oldest first. */
  readonly entries: readonly Entry[];
}

interface Entry {
  readonly case: string;
  readonly date: string;
  readonly commit: string | null;
  readonly pairs: number;
  readonly unit: string;
  readonly ours: number;
  readonly floor: number;
  readonly ratio: { readonly median: number; readonly q1: number; readonly q3: number };
  readonly target: {
    readonly maxRatio?: number;
    readonly maxValue?: number;
    readonly met: boolean;
  } | null;
}

type Aimed = Entry & { readonly target: NonNullable<Entry["target"]> };

const page = "docs/performance.md";

/** Computes docs/performance.md with the last recorded result of each case that has a target beside the one before. */
export function performanceTables(root: string): Generated[] {
  const histories = readSources(root, "bench/history/*.json").map(
    ({ text }) => JSON.parse(text) as History,
  );
  if (histories.length === 0) return [];
  histories.sort((a, b) => a.bench.localeCompare(b.bench));
  const place = { path: page, name: "results", source: "bench/history" };
  const text = table(
    ["Case", "Ours", "Floor", "Ratio", "Target", "Pairs", "Date", "Commit", "Ratio before"],
    histories.flatMap(({ bench, entries }) => rowsOf(bench, entries)),
  );
  return [fillPart(root, place, text)];
}

// A bench with a case for each operation has too many for one page.
const maxCases = 6;

function rowsOf(bench: string, entries: readonly Entry[]): string[][] {
  const cases = [...Map.groupBy(entries, (entry) => entry.case).values()];
  return cases.flatMap((all) => {
    const last = all.at(-1);
    if (last === undefined || !isAimed(last)) return [];
    const isShown = cases.length <= maxCases || !last.target.met;
    return isShown ? [rowOf(bench, last, all.at(-2))] : [];
  });
}

/** Tells whether a result has a target: what has none says nothing without the results beside it in its file. */
function isAimed(entry: Entry): entry is Aimed {
  return entry.target !== null;
}

function rowOf(bench: string, last: Aimed, before: Entry | undefined): string[] {
  const { commit, date, pairs, ratio, target, unit } = last;
  return [
    `\`${bench}\`: ${last.case}`,
    `${figure(last.ours)} ${unit}`,
    `${figure(last.floor)} ${unit}`,
    ratio.q1 === ratio.q3 ? String(ratio.median) : `${ratio.median} [${ratio.q1} … ${ratio.q3}]`,
    `${limit(target, unit)}, ${target.met ? "met" : "**missed**"}`,
    String(pairs),
    date,
    commit ?? "unknown",
    before === undefined ? "" : `${before.ratio.median} (${before.commit ?? before.date})`,
  ];
}

function limit({ maxRatio, maxValue }: Aimed["target"], unit: string): string {
  return maxRatio === undefined ? `≤ ${figure(maxValue ?? 0)} ${unit}` : `ratio ≤ ${maxRatio}`;
}

function figure(value: number): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: 4 });
}
