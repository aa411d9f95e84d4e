import type { z } from "zod";

/** Every problem of the environment at once, one line per variable. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/**
 * Reads the environment strictly.
 * @throws ConfigError naming every variable that is missing or wrong; values are never shown.
 */
export function parseConfig<Schema extends z.ZodObject>(
  schema: Schema,
  environment: Readonly<Record<string, string | undefined>>,
): z.output<Schema> {
  const known = Object.fromEntries(
    Object.keys(schema.shape)
      .map((name) => [name, environment[name]] as const)
      .filter(([, value]) => value !== undefined && value !== ""),
  );
  // It is parsed once, for which code that is faster need not be made.
  const result = schema.safeParse(known, { jitless: true });
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => {
    const name = String(issue.path[0]);
    return known[name] === undefined ? `${name} is not set` : `${name}: ${issue.message}`;
  });
  throw new ConfigError(`The configuration is wrong:\n  ${lines.join("\n  ")}`);
}
