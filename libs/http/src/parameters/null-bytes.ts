import { AppError } from "@team-chat/errors";

import { someWithin } from "./some-within.ts";

/** Spelling of a null byte in JSON text; there is no other. */
const escaped = String.raw`\u0000`;

/**
 * Refuses a parameter with a null byte, which PostgreSQL keeps in no text. `value` is what `text` was read as: its
 * strings and keys count as well, however deep.
 * @throws BAD_REQUEST naming the parameter
 */
export function refuseNullBytes(name: string, text: string, value: unknown = text): void {
  if (text.includes("\0") || (text.includes(escaped) && someWithin(value, isNullText)))
    throw new AppError("BAD_REQUEST", `${name} must not contain null bytes`);
}

/** Refuses a name of a parameter or a file, as the client gives it, with a null byte; undefined for any other. */
export function nullNameRefusal(name: string): AppError | undefined {
  if (!name.includes("\0")) return undefined;
  const shown = name.slice(0, 100).replaceAll("\0", "\uFFFD");
  return new AppError("BAD_REQUEST", `The name '${shown}' must not contain null bytes`);
}

function isNullText(leaf: unknown): boolean {
  return typeof leaf === "string" && leaf.includes("\0");
}
