/** A part of a body, both ends included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

const oneRange = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/;

/**
 * Reads the part of a body of this size that a Range header asks for (RFC 9110, section 14). Null means everything,
 * also for several ranges, other units and malformed headers; "unsatisfiable" means that the body has no such part.
 */
export function rangeOf(
  header: string | undefined,
  size: number,
): ByteRange | null | "unsatisfiable" {
  const [, begin, end = "", suffix] = oneRange.exec(header ?? "") ?? [];
  if (begin === undefined && suffix === undefined) return null;
  if (begin === undefined)
    return Number(suffix) === 0 || size === 0
      ? "unsatisfiable"
      : { first: Math.max(size - Number(suffix), 0), last: size - 1 };
  const first = Number(begin);
  const last = end === "" ? size - 1 : Number(end);
  if (end !== "" && last < first) return null;
  return first >= size ? "unsatisfiable" : { first, last: Math.min(last, size - 1) };
}
