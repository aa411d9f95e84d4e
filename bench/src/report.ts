import type { Pair } from "./alternate.ts";
import type { Case, Target } from "./bench.ts";
import { median, pairRatios, quantile, type Summary, summarise } from "./statistics.ts";

interface SideReport {
  readonly values: Summary;
  /** Over all raw latencies of all rounds; null when the side has none. */
  readonly latenciesMs: { readonly p50: number; readonly p99: number } | null;
}

/** Result of one case. */
export interface CaseReport {
  readonly label: string;
  readonly unit: Case["unit"];
  readonly better: Case["better"];
  /** Our cost as a multiple of the floor's. */
  readonly ratio: Summary;
  readonly floor: SideReport;
  readonly ours: SideReport;
  readonly target: (Target & { readonly met: boolean }) | null;
}

/** Sums up the pairs of one case. */
export function reportCase(measured: Case, pairs: readonly Pair[]): CaseReport {
  const values = pairs.map((pair) => ({ floor: pair.floor.value, ours: pair.ours.value }));
  const ratio = summarise(pairRatios(values, measured.better));
  const ours = reportSide(pairs, "ours");
  return {
    label: measured.label,
    unit: measured.unit,
    better: measured.better,
    ratio,
    floor: reportSide(pairs, "floor"),
    ours,
    target:
      measured.target === undefined
        ? null
        : { ...measured.target, met: isMet(measured, ratio.median, ours.values.median) },
  };
}

/** Writes the report as lines for a terminal. */
export function formatReport(report: CaseReport): string[] {
  const { ratio, target } = report;
  const lines = [
    `${report.label} (${ratio.count} pairs)`,
    `  ratio  ${figure(ratio.median)}x  ${spread(ratio)}`,
    formatSide("floor", report.floor, report.unit),
    formatSide("ours", report.ours, report.unit),
  ];
  if (target !== null) {
    const limit =
      "maxRatio" in target ? `ratio ≤ ${target.maxRatio}` : `≤ ${target.maxValue} ${report.unit}`;
    lines.push(`  target ${limit}: ${target.met ? "met" : "missed"}`);
  }
  return lines;
}

function reportSide(pairs: readonly Pair[], side: "floor" | "ours"): SideReport {
  const latencies = pairs.flatMap((pair) => pair[side].latenciesMs ?? []);
  return {
    values: summarise(pairs.map((pair) => pair[side].value)),
    latenciesMs:
      latencies.length === 0 ? null : { p50: median(latencies), p99: quantile(latencies, 0.99) },
  };
}

function isMet({ target, better }: Case, ratio: number, value: number): boolean {
  if (target === undefined || "maxRatio" in target) {
    return target === undefined || ratio <= target.maxRatio;
  }
  return better === "lower" ? value <= target.maxValue : value >= target.maxValue;
}

function formatSide(name: string, side: SideReport, unit: string): string {
  const { values, latenciesMs } = side;
  const raw =
    latenciesMs === null
      ? ""
      : `; raw p50 ${figure(latenciesMs.p50)} ms, p99 ${figure(latenciesMs.p99)} ms`;
  return `  ${name.padEnd(6)} ${figure(values.median)} ${unit}  ${spread(values)}${raw}`;
}

function spread({ min, q1, q3, max }: Summary): string {
  return `[min ${figure(min)}, quartiles ${figure(q1)} … ${figure(q3)}, max ${figure(max)}]`;
}

/** Three significant digits; whole numbers from 100 on. */
function figure(value: number): string {
  return Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}
