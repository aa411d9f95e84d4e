import { InvalidInputError } from "slonik";

/**
 * Tells whether Postgres rejected a value: class 22 of SQLSTATE, in the error or in one that caused it. Slonik has an
 * error class of its own for one of the codes.
 */
export function isDataException(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof InvalidInputError) return true;
  const code: unknown = "code" in error ? error.code : undefined;
  return (typeof code === "string" && code.startsWith("22")) || isDataException(error.cause);
}
