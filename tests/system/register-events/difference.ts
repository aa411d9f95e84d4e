import { isDeepStrictEqual } from "node:util";

const maxDifferences = 20;
const maxValueLength = 300;

/**
 * Lists the differences of two values, one place a line, with both sides; lists of the same length are compared by
 * index.
 */
export function differences(one: unknown, other: unknown): readonly string[] {
  const found: string[] = [];
  find({ one, other, at: "" }, found);
  return found.slice(0, maxDifferences);
}

interface Pair {
  readonly one: unknown;
  readonly other: unknown;
  readonly at: string;
}

function find({ at, one, other }: Pair, into: string[]): void {
  if (isDeepStrictEqual(one, other)) return;
  if (!isComposed(one) || !isComposed(other) || lengthOf(one) !== lengthOf(other)) {
    into.push(`${at}: ${announced(one)} by events, ${announced(other)} now`);
    return;
  }
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)]))
    find({ one: one[key], other: other[key], at: `${at}.${key}` }, into);
}

function isComposed(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** Of lists; objects are compared key by key however many they have. */
function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : -1;
}

function announced(value: unknown): string {
  return (JSON.stringify(value) ?? "nothing").slice(0, maxValueLength);
}
