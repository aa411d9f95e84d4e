import { InvalidInputError } from "slonik";

/** Whether Postgres did not take a value: class 22 of SQLSTATE, perhaps of the error that caused this one; Slonik has a class of errors for one of its codes. */
export function isDataException(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof InvalidInputError) return true;
  const code: unknown = "code" in error ? error.code : undefined;
  return (typeof code === "string" && code.startsWith("22")) || isDataException(error.cause);
}
