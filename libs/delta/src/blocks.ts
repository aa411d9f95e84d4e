/** Blocks into which a JSON text is cut; each array has one entry for each of them. */
export interface Blocks {
  /** Beginning of each, in bytes. */
  readonly starts: Uint32Array;
  /** A hash of 40 bits of what each consists of. */
  readonly ids: Float64Array;
  /** A hash of 64 bits, as hexadecimal digits, of all of them. */
  readonly sum: string;
}

const comma = 0x2c;
const leastBytes = 512;
const mostBytes = 4096;
/** Ends a block behind one of 8 values on average. */
const endingBits = 7;
const seeds = [0xdeadbeef, 0x41c6ce57] as const;
const factors = [2654435761, 1597334677, 16777619] as const;

/**
 * Cuts a JSON text, as UTF-8, into blocks of about 800 bytes. Where one ends follows from the value before it alone (an
 * identifier, a name), so that a change moves no ends but those next to it, and equal stretches of two texts have equal
 * blocks wherever they stand.
 */
export function blocksOf(text: Uint8Array): Blocks {
  const starts: number[] = [];
  const ids: number[] = [];
  let [sum1, sum2]: [number, number] = [...seeds];
  let start = 0;
  while (start < text.length) {
    const { end, hash1, hash2 } = blockAt(text, start);
    starts.push(start);
    ids.push((hash1 >>> 0) + (hash2 & 0xff) * 2 ** 32);
    sum1 = Math.imul(sum1 ^ hash1, factors[0]);
    sum2 = Math.imul(sum2 ^ hash2, factors[1]);
    start = end;
  }
  return {
    starts: Uint32Array.from(starts),
    ids: Float64Array.from(ids),
    sum: hex(sum1) + hex(sum2),
  };
}

/** Finds the end of the block that begins here, and hashes it on the way. */
function blockAt(text: Uint8Array, start: number) {
  let [hash1, hash2]: [number, number] = [...seeds];
  let value = 0;
  let at = start;
  while (at < text.length) {
    const byte = text[at++] ?? 0;
    hash1 = Math.imul(hash1 ^ byte, factors[0]);
    hash2 = Math.imul(hash2 ^ byte, factors[1]);
    value = Math.imul(value ^ byte, factors[2]);
    if (byte !== comma) continue;
    const length = at - start;
    if (length >= mostBytes || (length >= leastBytes && ((value >>> 16) & endingBits) === 0)) break;
    value = 0;
  }
  // The last bytes have changed the lower bits alone.
  hash1 ^= Math.imul(hash2 ^ (hash2 >>> 15), factors[0]);
  hash2 ^= Math.imul(hash1 ^ (hash1 >>> 13), factors[1]);
  return { end: at, hash1, hash2 };
}

function hex(value: number): string {
  return (value >>> 0).toString(16).padStart(8, "0");
}
