/** Result of a command, in words and as all that programs may want to know of it. */
export interface Outcome {
  /** Printed unless `--json` is given. */
  readonly lines: readonly string[];
  /** Printed with `--json`, as one line. */
  readonly json: unknown;
}

/** Takes `--json` out of a command line, wherever it stands. */
export function withoutJson(args: readonly string[]): {
  readonly args: readonly string[];
  readonly isJson: boolean;
} {
  const rest = args.filter((one) => one !== "--json");
  return { args: rest, isJson: rest.length < args.length };
}
