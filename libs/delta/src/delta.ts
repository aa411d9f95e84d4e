import { type Blocks, blocksOf } from "./blocks.ts";

/** Makes a text out of one that the receiver has. */
export interface Delta {
  /** In order: a new piece, or `[first, count]` of blocks that the receiver has. */
  readonly parts: readonly (string | readonly [first: number, count: number])[];
  /** The sum of the blocks of the whole text. */
  readonly sum: string;
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Says how a text is made out of blocks with these ids, which its receiver has, and of what is new. */
export function deltaOf(known: Float64Array, text: Uint8Array): Delta {
  const places = new Map<number, number>();
  for (const [place, id] of known.entries()) if (!places.has(id)) places.set(id, place);
  const { ids, starts, sum } = blocksOf(text);
  const parts: (string | [number, number])[] = [];
  let isNewSince: number | undefined;
  const endPiece = (end: number) => {
    if (isNewSince !== undefined) parts.push(decoder.decode(text.subarray(isNewSince, end)));
    isNewSince = undefined;
  };
  for (const [index, id] of ids.entries()) {
    const start = starts[index] ?? 0;
    const run = isNewSince === undefined ? parts.at(-1) : undefined;
    // What follows a run is looked for behind it first: the same block may be in other places, too.
    const next = Array.isArray(run) ? run[0] + run[1] : -1;
    const place = known[next] === id ? next : places.get(id);
    if (place === undefined) isNewSince ??= start;
    else if (Array.isArray(run) && place === next) run[1] += 1;
    else {
      endPiece(start);
      parts.push([place, 1]);
    }
  }
  endPiece(text.length);
  return { parts, sum };
}

/**
 * Makes a text out of one whose blocks the sender was told of; null where that does not give what the sender has, as
 * different blocks may have one id.
 */
export function applyDelta(
  base: { readonly text: Uint8Array; readonly starts: Uint32Array },
  { parts, sum }: Delta,
): { readonly text: Uint8Array; readonly blocks: Blocks } | null {
  const pieces = parts.map((part) => {
    if (typeof part === "string") return encoder.encode(part);
    const [first, count] = part;
    return base.text.subarray(
      base.starts[first] ?? base.text.length,
      base.starts[first + count] ?? base.text.length,
    );
  });
  const text = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let length = 0;
  for (const piece of pieces) {
    text.set(piece, length);
    length += piece.length;
  }
  const blocks = blocksOf(text);
  return blocks.sum === sum ? { text, blocks } : null;
}
