import { readFileSync } from "node:fs";
import path from "node:path";

import { parse } from "yaml";

import { observability } from "./promtool.ts";

/** A rule of Prometheus, as far as it tells what it needs. */
interface Rule {
  readonly record?: string;
  readonly alert?: string;
  readonly expr: string;
}

interface Groups {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[];
}

const all = parse(readFileSync(path.join(observability, "alerts.yaml"), "utf8")) as Groups;

/**
 * Picks some alerts out of the product's rules, with all that they and some expressions look at: Prometheus takes
 * seconds for all rules over hours. Returns a file of rules.
 */
export function neededRules(alerts: readonly string[], expressions: readonly string[]): string {
  const names = new Set(alerts);
  const isNeeded = ({ alert, record }: Rule) => names.has(record ?? alert ?? "");
  const note = (expr: string) => {
    for (const [name] of expr.matchAll(/[\w:]+/g)) names.add(name);
  };
  for (const expr of expressions) note(expr);
  for (let known = -1; known < names.size;) {
    known = names.size;
    for (const { rules } of all.groups) for (const { expr } of rules.filter(isNeeded)) note(expr);
  }
  const groups = all.groups.map((group) => ({ ...group, rules: group.rules.filter(isNeeded) }));
  return JSON.stringify({ groups });
}
