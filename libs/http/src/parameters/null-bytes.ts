import { AppError } from "@team-chat/errors";

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

/**
 * Tells whether a JSON value or anything within it, keys of objects included, passes the test. Works without recursion,
 * since values may be nested as deeply as a body is long.
 */
export function someWithin(value: unknown, test: (leaf: unknown) => boolean): boolean {
  const left = [[value]] as object[];
  const passes = (part: unknown) => {
    if (typeof part !== "object" || part === null) return test(part);
    left.push(part);
    return false;
  };
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    const parts: readonly unknown[] = Array.isArray(one) ? one : Object.values(one);
    if (parts.some(passes) || (parts !== one && Object.keys(one).some(test))) return true;
  }
  return false;
}
