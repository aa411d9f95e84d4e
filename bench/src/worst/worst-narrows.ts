import type { Worst } from "./worst.ts";

type Term = Readonly<Record<string, unknown>>;

/** Numbers of terms or phrases that are tried; more than permitted is refused, and the next fewer is the worst. */
const counts = [1000, 100, 50, 20, 10, 5];

const phrases = (count: number) => Array.from({ length: count }, (_, at) => `"m${at} n"`).join(" ");
const words = (count: number) =>
  Array.from({ length: count }, (_, at) => `noon${at % 7}`).join(" ");

/** Terms of which each is different, and dear. */
const terms: Readonly<Record<string, (at: number) => Term>> = {
  "searches for nothing": (at) => ({ operator: "search", operand: `lunch ${at}`, negated: true }),
  "searches for much": (at) => ({
    operator: "search",
    operand: `l${"unch".slice(0, 1 + (at % 4))}`,
  }),
  topics: (at) => ({ operator: "topic", operand: `topic ${at}`, negated: true }),
  senders: (at) => ({ operator: "sender", operand: 1 + at, negated: true }),
  channels: (at) => ({ operator: "channel", operand: 1 + at, negated: true }),
  conversations: (at) => ({ operator: "dm-including", operand: 1 + at, negated: true }),
  "has and is": (at) =>
    [
      { operator: "has", operand: "link", negated: true },
      { operator: "is", operand: "starred", negated: true },
      { operator: "has", operand: "reaction" },
      { operator: "is", operand: "followed", negated: true },
    ][at % 4] ?? {},
};

/** Narrows that are dear in the database or in memory. */
export function worstNarrows(): Worst[] {
  return counts.flatMap((count) => [
    { kind: `${count} phrases`, value: [{ operator: "search", operand: phrases(count) }] },
    { kind: `${count} words`, value: [{ operator: "search", operand: words(count) }] },
    ...Object.entries(terms).map(([what, make]) => ({
      kind: `${count} ${what}`,
      value: Array.from({ length: count }, (_, at) => make(at)),
    })),
    {
      kind: `a conversation of ${count}`,
      value: [{ operator: "dm", operand: Array.from({ length: count }, (_, at) => at + 1) }],
    },
  ]);
}
