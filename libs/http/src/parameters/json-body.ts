import { AppError } from "@team-chat/errors";

import { maxFields, tooManyParameters } from "./most-fields.ts";
import { nullNameRefusal, someWithin } from "./null-bytes.ts";

/** A number that may be beyond what JavaScript holds, by its exponent or its digits. */
const maybeInfinite = /[eE]\+?\d{3}|(?<!\d)\d{309}/;

/**
 * Parses the parameters of a JSON body: each member of its object, as a form would have it. Texts are as they are,
 * everything else is JSON text.
 * @throws INVALID_JSON; BAD_REQUEST when it is no object, or has too many members
 */
export function parseJsonBody(body: Buffer): Map<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of membersOf(body)) {
    const refusal = fields.size === maxFields ? tooManyParameters() : nullNameRefusal(name);
    if (refusal) throw refusal;
    fields.set(name, typeof value === "string" ? value : asText(value));
  }
  return fields;
}

function membersOf(body: Buffer): [string, unknown][] {
  let value: unknown;
  try {
    // A decoder of its own for each body: one that has thrown remembers what came before.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    value = JSON.parse(text) as unknown;
    // As text it would be null, which means something else.
    if (maybeInfinite.test(text) && someWithin(value, isInfinite)) throw malformed();
  } catch {
    throw malformed();
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new AppError(
      "BAD_REQUEST",
      "A JSON body must be an object, with a member for each parameter.",
    );
  return Object.entries(value);
}

function isInfinite(leaf: unknown): boolean {
  return leaf === Infinity || leaf === -Infinity;
}

function asText(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    // Reading takes values that are nested deeper than writing does.
    throw malformed();
  }
}

function malformed(): AppError {
  return new AppError("INVALID_JSON", "Malformed JSON");
}
