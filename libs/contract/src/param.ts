import { z } from "zod";

/**
 * Way in which a parameter's text becomes a value before its schema checks it (docs/behaviour/api.md#parameters):
 * `text` as it is; `word` also as it is, but without one pair of JSON quotes, and `null` is null where the schema
 * accepts that; `json` parsed as JSON; `path` a segment of the path, decoded like `word`.
 */
export type Wire = "text" | "word" | "json" | "path";

export interface Param<Schema extends z.ZodType = z.ZodType> {
  readonly wire: Wire;
  readonly schema: Schema;
  /** Older names of the same parameter, e.g. `subject` for `topic`. */
  readonly aliases: readonly string[];
}

export type Params = Readonly<Record<string, Param>>;

/** The values a handler receives for a set of parameters. */
export type ParamValues<P extends Params> = { [Name in keyof P]: z.output<P[Name]["schema"]> };

function param(wire: Wire) {
  return <Schema extends z.ZodType>(schema: Schema, ...aliases: string[]): Param<Schema> => ({
    wire,
    schema,
    aliases,
  });
}

/** Free text, taken literally: content, names, passwords. */
export const text = param("text");
/** A keyword or identifier, which some clients send JSON-quoted. */
export const word = param("word");
/** A boolean, number, array or object, sent as JSON text. */
export const json = param("json");
/** A segment of the path. */
export const path = param("path");

/** Declares an id in the path: anything but a whole number is an address that no operation has. */
export function pathId(description: string): Param<z.ZodInt> {
  return path(z.int().min(0).describe(description));
}
