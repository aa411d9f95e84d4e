import { z } from "zod";

/** One filter of a narrow; its operand is of a type that the operator takes. */
export interface NarrowTerm {
  readonly operator: string;
  readonly operand: string | number | readonly number[];
  readonly negated: boolean;
}

/** Operators whose operand may be a number too, and those that take a list of user ids; all others take text (reference/behaviour.md §4.4). */
const numeric = new Set([
  "channel",
  "stream",
  "id",
  "sender",
  "group-pm-with",
  "group_pm_with",
  "dm-including",
  "with",
]);
const listed = new Set(["dm", "pm-with", "pm_with"]);

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
  return withOperand(operator, operand, false);
}

function fromObject(value: unknown): NarrowTerm | string {
  if (typeof value !== "object" || value === null) return "dict or list required";
  const { operator, operand, negated } = value as Readonly<Record<string, unknown>>;
  if (operator === undefined) return "operator is missing";
  if (typeof operator !== "string") return "operator is not a string";
  if (operand === undefined) return "operand is missing";
  return withOperand(operator, operand, negated === true);
}

function withOperand(operator: string, operand: unknown, negated: boolean): NarrowTerm | string {
  if (operator === "search" && operand === "") return "operand cannot be blank.";
  if (typeof operand === "string") return { operator, operand, negated };
  if (numeric.has(operator))
    return isInteger(operand)
      ? { operator, operand, negated }
      : "operand is not a string or integer";
  if (!listed.has(operator)) return "operand is not a string";
  return Array.isArray(operand) && operand.every(isInteger)
    ? { operator, operand, negated }
    : "operand is not a string or an integer list";
}

function isInteger(value: unknown): value is number {
  return Number.isInteger(value);
}

/** All filters of a narrow; a message matches when it matches each. */
export const narrow = z
  .array(writtenTerm)
  .default([])
  .describe(
    "Filters, each `{operator, operand, negated?}` or a pair of strings; a message must match all",
  );
