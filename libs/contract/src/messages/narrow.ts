import { z } from "zod";

/** One filter of a narrow. What its operand may be is the operator's business. */
export interface NarrowTerm {
  readonly operator: string;
  readonly operand: unknown;
  readonly negated: boolean;
}

/** A term as clients write it, an object or a pair of strings, with the refusals of reference/behaviour.md §4.4. */
const writtenTerm = z.unknown().transform((value, ctx): NarrowTerm => {
  const term = Array.isArray(value) ? fromPair(value) : fromObject(value);
  if (typeof term !== "string") return term;
  ctx.issues.push({ code: "custom", message: term, input: value });
  return z.NEVER;
});

function fromPair(pair: readonly unknown[]): NarrowTerm | string {
  const [operator, operand] = pair;
  if (pair.length !== 2 || typeof operator !== "string" || typeof operand !== "string")
    return "element is not a string pair";
  return { operator, operand, negated: false };
}

function fromObject(value: unknown): NarrowTerm | string {
  if (typeof value !== "object" || value === null) return "dict or list required";
  const { operator, operand, negated } = value as Readonly<Record<string, unknown>>;
  if (operator === undefined) return "operator is missing";
  if (typeof operator !== "string") return "operator is not a string";
  if (operand === undefined) return "operand is missing";
  return { operator, operand, negated: negated === true };
}

/** All filters of a narrow; a message matches when it matches each. */
export const narrow = z
  .array(writtenTerm)
  .default([])
  .describe(
    "Filters, each `{operator, operand, negated?}` or a pair of strings; a message must match all",
  );
