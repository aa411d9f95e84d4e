import { AppError, type ErrorCode, errorCodes } from "@team-chat/errors";
import type { z } from "zod";

/** Stands in an issue's text for the name and location, which are known only once the whole value has been checked. */
const place = "\u0000";

const typeNames: Readonly<Record<string, string>> = {
  int: "an integer",
  boolean: "a boolean",
  string: "a string",
  array: "a list",
  tuple: "a list",
  object: "a dict",
  record: "a dict",
  date: "a date",
};

/**
 * Gives zod's findings the texts that clients know (docs/behaviour/api.md#refused-values); a schema's own text is left
 * alone.
 */
export const parseOptions = { error: issueText, reportInput: true } as const;

function issueText(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined
        ? `${place} field is missing: Field required`
        : `${place} is not ${typeName(issue)}`;
    case "too_big":
      if (issue.origin === "string")
        return `${place} is too long (limit: ${issue.maximum} characters)`;
      if (issue.origin === "array") return tooManyItems(place, Number(issue.maximum));
      return issue.origin === "map"
        ? `${place} is too long (limit: ${issue.maximum} entries)`
        : `${place} is too large`;
    case "too_small":
      if (issue.origin === "string")
        return issue.minimum === 1 ? `${place} cannot be blank` : `${place} is too short.`;
      return `${place} is too ${issue.origin === "array" ? "short" : "small"}`;
    case "unrecognized_keys":
      return `Argument ${JSON.stringify(issue.keys[0])} at ${place}[${JSON.stringify(issue.keys[0])}] is unexpected`;
    case "invalid_format":
      return ["datetime", "date"].includes(issue.format)
        ? `${place} is not a date`
        : `Invalid ${place}`;
    case "custom":
      return undefined;
    default:
      return `Invalid ${place}`;
  }
}

/** Text of the refusal of a list that has too many items. */
export function tooManyItems(name: string, limit: number): string {
  return `${name} is too long (limit: ${limit} items)`;
}

function typeName(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidType>): string {
  if (issue.expected !== "number") return typeNames[issue.expected] ?? `a ${issue.expected}`;
  const { def } = (issue.inst as z.core.$ZodNumber | undefined)?._zod ?? {};
  const formats = [def, ...(def?.checks ?? []).map((check) => check._zod.def)];
  return formats.some(isIntegerFormat) ? "an integer" : "a float";
}

function isIntegerFormat(def: object | undefined): boolean {
  return (
    def !== undefined &&
    "format" in def &&
    typeof def.format === "string" &&
    def.format.includes("int")
  );
}

/**
 * Makes the error that clients see of the first failure of a parameter. A custom issue may bring its whole text, code
 * and further fields: `params: { message, code, details }`.
 */
export function refusal(name: string, error: z.core.$ZodError): AppError {
  const [issue] = error.issues;
  if (issue === undefined) return new AppError("BAD_REQUEST", `Invalid ${name}`);
  return fromIssue(name, decisive(issue));
}

/** Keys are the client's own and may be of any length. */
const maxKeyLength = 100;

function shownKey(key: PropertyKey): string {
  return JSON.stringify(typeof key === "number" ? key : String(key).slice(0, maxKeyLength));
}

function fromIssue(name: string, issue: z.core.$ZodIssue): AppError {
  const where = `${name}${issue.path.map((key) => `[${shownKey(key)}]`).join("")}`;
  if (issue.code !== "custom")
    return new AppError(
      "BAD_REQUEST",
      issue.message.replaceAll(place, () => where),
    );
  const params: Readonly<Record<string, unknown>> = issue.params ?? {};
  if (typeof params["message"] !== "string")
    return new AppError("BAD_REQUEST", `Invalid ${where}: Value error, ${issue.message}`);
  const details = params["details"] as Readonly<Record<string, unknown>> | undefined;
  return new AppError(
    isErrorCode(params["code"]) ? params["code"] : "BAD_REQUEST",
    params["message"],
    { details: details ?? {} },
  );
}

/**
 * Picks the issue of the branch of a union that got furthest into the value, only to find it too large, or else at all:
 * the others were never meant.
 */
function decisive(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  const [ofKey] = issue.code === "invalid_key" ? issue.issues : [];
  if (ofKey) return { ...ofKey, path: issue.path };
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return issue;
  const candidates = issue.errors.flatMap(([first]) =>
    first === undefined ? [] : [decisive(first)],
  );
  const [best] = candidates.toSorted(
    (a, b) => Number(isTooLarge(b)) - Number(isTooLarge(a)) || b.path.length - a.path.length,
  );
  return best === undefined ? issue : { ...best, path: [...issue.path, ...best.path] };
}

function isTooLarge({ code }: z.core.$ZodIssue): boolean {
  return code === "too_big";
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === "string" && Object.hasOwn(errorCodes, code);
}
