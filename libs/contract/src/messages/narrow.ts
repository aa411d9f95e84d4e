import { z } from "zod";

import { listLimits, searchLimits, textLimits } from "../limits.ts";

/** One filter of a narrow; its operand is of a type that the operator takes. */
export interface NarrowTerm {
  readonly operator: string;
  readonly operand: string | number | readonly number[];
  readonly negated: boolean;
}

/**
 * Operators whose operand may be a number too, and those that take a list of user ids; all others take text
 * (docs/behaviour/narrows.md#terms).
 */
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

const operatorText = { type: "string", maxLength: textLimits.keyword };
const operandText = { type: "string", maxLength: searchLimits.operandLength };
const operandIds = { type: "array", items: { type: "integer" }, maxItems: listLimits.recipients };

/** Describes a term as an object, as JSON Schema. */
function writtenAs(operator: object, operand: object) {
  const properties = { operator, operand, negated: { type: "boolean" } };
  return { type: "object", properties, required: ["operator", "operand"] };
}

/** A term as clients write it, an object or a pair of strings, with the refusals of docs/behaviour/narrows.md#terms. */
const writtenTerm = z
  .unknown()
  .transform((value, ctx): NarrowTerm => {
    const term = Array.isArray(value) ? fromPair(value) : fromObject(value);
    if (typeof term === "string") ctx.issues.push({ code: "custom", message: term, input: value });
    else if (term.operator.length > textLimits.keyword)
      ctx.issues.push(tooLong("operator", textLimits.keyword, "string"));
    else if (typeof term.operand === "string" && [...term.operand].length > operandText.maxLength)
      ctx.issues.push(tooLong("operand", operandText.maxLength, "string"));
    else if (Array.isArray(term.operand) && term.operand.length > operandIds.maxItems)
      ctx.issues.push(tooLong("operand", operandIds.maxItems, "array"));
    return typeof term === "string" ? z.NEVER : term;
  })
  .meta({
    anyOf: [
      writtenAs(operatorText, operandText),
      writtenAs({ enum: [...numeric] }, { type: "integer" }),
      writtenAs({ enum: [...listed] }, operandIds),
      { type: "array", prefixItems: [operatorText, operandText], minItems: 2, maxItems: 2 },
    ],
  });

function tooLong(member: string, maximum: number, origin: "string" | "array") {
  return { code: "too_big" as const, origin, maximum, input: undefined, path: [member] };
}

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

/** Says what is wrong with how much a narrow searches for; null when nothing is. */
function excessOf(terms: readonly NarrowTerm[]): string | null {
  const searches = terms.filter(({ operator }) => operator === "search");
  const text = searches.map(({ operand }) => String(operand)).join(" ");
  const { length, phrases } = searchLimits;
  if ([...text].length > length)
    return `searches are too long together (limit: ${length} characters)`;
  const quotes = text.split('"').length - 1;
  return quotes > 2 * phrases ? `searches for too many quoted phrases (limit: ${phrases})` : null;
}

/** All filters of a narrow; a message matches when it matches each. */
export const narrow = z
  .array(writtenTerm)
  .max(listLimits.narrowTerms)
  .check(({ issues, value }) => {
    const message = excessOf(value);
    if (message !== null) issues.push({ code: "custom", message, input: value });
  })
  .describe(
    `Filters, each \`{operator, operand, negated?}\` or a pair of strings; a message must match all. Searches have at most ${searchLimits.length} characters and ${searchLimits.phrases} quoted phrases together`,
  );

/** Narrow of an operation that may do without one. */
export const optionalNarrow = narrow.default([]).describe(narrow.description ?? "");
