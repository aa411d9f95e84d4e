import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { z } from "zod";

import { descriptionOf, writtenDefault } from "../zod-field.ts";

/** One environment variable of a process, as its zod schema describes it. */
export interface ConfigField {
  readonly name: string;
  /** Empty when the schema says nothing about the field. */
  readonly description: string;
  readonly required: boolean;
  /** The value used when the variable is not set; undefined when it is required or stays unset. */
  readonly fallback?: string;
  /** True when the parsed value hides itself in logs. */
  readonly secret: boolean;
  /** Describes the fault of a value, or returns null. */
  readonly refuses: (value: string) => string | null;
}

/**
 * Loads `configSchema` from `src/config.ts` of a workspace; null when the workspace has no such file.
 * @throws Error when the file exports no zod object under that name
 */
export async function loadConfigFields(
  root: string,
  workspace: string,
): Promise<ConfigField[] | null> {
  const path = join(root, workspace, "src/config.ts");
  if (!existsSync(path)) {
    return null;
  }
  const module = (await import(pathToFileURL(path).href)) as { configSchema?: unknown };
  if (!(module.configSchema instanceof z.ZodObject)) {
    throw new Error(`${workspace}/src/config.ts must export its zod object as configSchema`);
  }
  return Object.entries(module.configSchema.shape).map(([name, field]) =>
    describe(name, field as z.ZodType),
  );
}

function describe(name: string, field: z.ZodType): ConfigField {
  const unset = field.safeParse(undefined);
  const fallback = unset.success ? asText(writtenDefault(field)) : undefined;
  return {
    name,
    description: descriptionOf(field),
    required: !unset.success,
    ...(fallback === undefined ? {} : { fallback }),
    secret: isSecret(field),
    refuses: (value) => {
      const result = field.safeParse(value);
      return result.success ? null : result.error.issues.map(({ message }) => message).join("; ");
    },
  };
}

function asText(value: unknown): string | undefined {
  const isScalar =
    typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  return isScalar ? String(value) : undefined;
}

const samples = [
  "0123456789abcdef".repeat(4),
  "postgres://user:password@host/name",
  "https://host",
];

function isSecret(field: z.ZodType): boolean {
  return samples.some((sample) => {
    const result = field.safeParse(sample);
    return (
      result.success &&
      typeof result.data === "object" &&
      result.data !== null &&
      "reveal" in result.data
    );
  });
}
