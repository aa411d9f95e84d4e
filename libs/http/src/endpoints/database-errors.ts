import { AppError } from "@team-chat/errors";

/** Tells apart why statements fail, for a service that has a database. */
export interface DatabaseErrors {
  /** Tells an error about a value that the database cannot store. */
  readonly isDataException: (error: unknown) => boolean;
  /** Tells an error that says that the database is not reached, or not any more. */
  readonly isUnreachable: (error: unknown) => boolean;
}

export const noDatabase: DatabaseErrors = {
  isDataException: () => false,
  isUnreachable: () => false,
};

/** Returns what is thrown instead of an error: 503 while the database is away, else the error itself. */
export function refusalOf(error: unknown, { isUnreachable }: DatabaseErrors): unknown {
  if (!isUnreachable(error)) return error;
  const details = { "retry-after": 1 };
  return new AppError("SERVICE_UNAVAILABLE", "The database does not answer.", {
    details,
    cause: error,
  });
}
