import { AppError } from "@team-chat/errors";

/**
 * Refuses an input that the database did not take because of half a surrogate pair, or because it has a number beyond
 * its integers; undefined when it has neither. Rules of the operation come before, and no other input is looked at: the
 * database does that already.
 */
export function unstorableRefusal(input: Readonly<Record<string, unknown>>): AppError | undefined {
  for (const [name, value] of Object.entries(input)) {
    if (!textsIn(value).every((text) => text.isWellFormed()))
      return new AppError("BAD_REQUEST", `Invalid ${name}`);
  }
  for (const [name, value] of Object.entries(input))
    if (numbersIn(value).some((number) => Math.abs(number) > maxInteger))
      return new AppError("BAD_REQUEST", `${name} is too large`);
  return undefined;
}

/** Of four bytes; columns of ids have eight. */
const maxInteger = 2_147_483_647;

function numbersIn(value: unknown): readonly number[] {
  if (typeof value === "number") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => [key, ...textsIn(part)]);
}
