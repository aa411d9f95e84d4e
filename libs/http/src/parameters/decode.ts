import type { Param } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

import { acceptedKinds } from "./schema-facts.ts";

/** Turns a parameter's text into the value its schema checks. */
export type Decode = (text: string) => unknown;

/**
 * Prepares the decoding of one parameter (docs/behaviour/api.md#parameters).
 * The decoder throws BAD_REQUEST when the text must be JSON and is not.
 */
export function compileDecode(name: string, param: Param): Decode {
  const kinds = acceptedKinds(param.schema);
  switch (param.wire) {
    case "text":
      return (text) => text;
    case "word":
      return kinds.has("null") ? (text) => (text === "null" ? null : unquoted(text)) : unquoted;
    case "path":
      return kinds.has("number") ? Number : unquoted;
    case "json":
      return (text) => {
        const value = parsed(text);
        if (value === undefined) {
          if (kinds.has("string")) return text;
          throw new AppError("BAD_REQUEST", `${name} is not valid JSON`);
        }
        return value;
      };
  }
}

/**
 * Tells whether the segment of a path that holds this parameter must be a whole number; any other text makes the
 * address unknown.
 */
export function isNumericPath(param: Param): boolean {
  return param.wire === "path" && acceptedKinds(param.schema).has("number");
}

/** Removes one pair of quotes, since some clients encode every scalar as JSON. */
function unquoted(text: string): string {
  if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) return text;
  const value = parsed(text);
  return typeof value === "string" ? value : text;
}

/** Beginning of JSON text. A failed parse costs as much as the rest of a request, and plain names are common. */
const maybeJson = /^[ \t\n\r]*(?:[[{"\-\d]|true|false|null)/;

/** Parses JSON text; undefined, which no JSON text has as its value, for any other. */
function parsed(text: string): unknown {
  if (!maybeJson.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
