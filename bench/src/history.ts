import type { Bench, Target } from "./bench.ts";
import type { CaseReport } from "./report.ts";
import type { Results } from "./results-file.ts";

/** Result of one case on one day. */
interface HistoryEntry {
  readonly case: string;
  /** UTC, as `YYYY-MM-DD`. */
  readonly date: string;
  readonly commit: string | null;
  readonly machine: string;
  readonly pairs: number;
  readonly unit: CaseReport["unit"];
  /** Medians, to three digits. */
  readonly ours: number;
  readonly floor: number;
  readonly ratio: { readonly median: number; readonly q1: number; readonly q3: number };
  readonly target: (Target & { readonly met: boolean }) | null;
  /** Remark without which the figure would be misread. */
  readonly note?: string;
}

/** Everything that was recorded of one bench: `bench/history/<name>.json`. */
export interface History {
  readonly bench: string;
  readonly description: string;
  readonly floor: string;
  /** Oldest first. */
  readonly entries: readonly HistoryEntry[];
}

/** Adds the results of one more run to a history; what the bench says of itself replaces what it said. */
export function addToHistory(
  before: History | null,
  { description, floor, name }: Pick<Bench, "description" | "floor" | "name">,
  results: Results,
): History {
  const added = results.cases.map(({ report }) => entryOf(report, results));
  return { bench: name, description, floor, entries: [...(before?.entries ?? []), ...added] };
}

function entryOf(
  { floor, label, ours, ratio, target, unit }: CaseReport,
  { machine, startedAt }: Results,
): HistoryEntry {
  const load = machine.loadAverageBefore[0]?.toFixed(1) ?? "unknown";
  return {
    case: label,
    date: startedAt.toISOString().slice(0, 10),
    commit: machine.commit,
    machine: `${machine.cores} cores, ${machine.model}, node ${machine.node}, load before ${load}`,
    pairs: ratio.count,
    unit,
    ours: rounded(ours.values.median),
    floor: rounded(floor.values.median),
    ratio: { median: rounded(ratio.median), q1: rounded(ratio.q1), q3: rounded(ratio.q3) },
    target,
  };
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
