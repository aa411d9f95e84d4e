import type { z } from "zod";

interface Wrapper {
  readonly defaultValue?: unknown;
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
}

/** Returns the default as it is written in the schema, before a later step transforms it. */
export function writtenDefault(field: z.ZodType): unknown {
  const { defaultValue, innerType, in: input } = field.def as Wrapper;
  const inner = innerType ?? input;
  return defaultValue ?? (inner === undefined ? undefined : writtenDefault(inner));
}

/** Reads the description of a schema or, below defaults and transformations, of its input; empty when there is none. */
export function descriptionOf(field: z.ZodType): string {
  const { innerType, in: input } = field.def as Wrapper;
  const inner = innerType ?? input;
  return field.description ?? (inner === undefined ? "" : descriptionOf(inner));
}
