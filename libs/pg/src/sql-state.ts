const form = /^[0-9A-Z]{5}$/;

/** Returns the SQLSTATE of the error or of one that caused it. */
export function sqlStateOf(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code: unknown = "code" in cause ? cause.code : undefined;
    if (typeof code === "string" && form.test(code)) return code;
  }
  return undefined;
}
