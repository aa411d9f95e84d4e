interface ErrorDescription {
  readonly type: string;
  readonly message: string;
  readonly stack?: string;
  readonly code?: string;
  readonly cause?: ErrorDescription;
}

/** Causes deeper than this say nothing new, and a cycle of causes would never end. */
const maxCauses = 4;

/**
 * Describes an error for the log by named fields only, because database errors carry statement values and user data in
 * others.
 */
export function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  return {
    type: error.name,
    message: error.message,
    ...(error.stack === undefined ? {} : { stack: error.stack }),
    ...(code === undefined ? {} : { code }),
    ...(error.cause === undefined || depth >= maxCauses
      ? {}
      : { cause: describeError(error.cause, depth + 1) }),
  };
}
