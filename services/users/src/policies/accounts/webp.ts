interface Chunk {
  readonly name: string;
  readonly data: Buffer;
}

const flagAnimation = 0x02;
const flagAlpha = 0x10;
const frameHead = 16;
const kept: ReadonlySet<string> = new Set(["ALPH", "VP8 ", "VP8L"]);

/**
 * Returns a moving WebP's first frame as a picture of its own, without decoding it; null when the picture does not
 * move, `"broken"` when it says that it moves but has no whole frame.
 */
export function firstOfWebp(bytes: Buffer): Buffer | null | "broken" {
  const chunks = chunksOf(bytes.subarray(12));
  const [head] = chunks;
  const flags = head?.name === "VP8X" ? (head.data[0] ?? 0) : 0;
  if ((flags & flagAnimation) === 0) return null;
  const frame = chunks.find(({ name }) => name === "ANMF")?.data;
  if (frame === undefined || frame.length < frameHead) return "broken";
  const picture = chunksOf(frame.subarray(frameHead)).filter(({ name }) => kept.has(name));
  if (!picture.some(({ name }) => name !== "ALPH")) return "broken";
  const size = Buffer.alloc(10);
  size[0] = flags & flagAlpha;
  // Width and height, each three bytes and one less than it is.
  frame.copy(size, 4, 6, 12);
  const body = Buffer.concat([
    Buffer.from("WEBP", "latin1"),
    ...[{ name: "VP8X", data: size }, ...picture].flatMap(chunkBytes),
  ]);
  return Buffer.concat(chunkBytes({ name: "RIFF", data: body }));
}

/** Returns all whole chunks, in their order. */
function chunksOf(bytes: Buffer): readonly Chunk[] {
  const chunks: Chunk[] = [];
  let at = 0;
  while (at + 8 <= bytes.length) {
    const length = bytes.readUInt32LE(at + 4);
    const end = at + 8 + length;
    if (end > bytes.length) break;
    chunks.push({ name: bytes.toString("latin1", at, at + 4), data: bytes.subarray(at + 8, end) });
    at = end + (length % 2);
  }
  return chunks;
}

function chunkBytes({ data, name }: Chunk): readonly Buffer[] {
  const head = Buffer.alloc(8);
  head.write(name, "latin1");
  head.writeUInt32LE(data.length, 4);
  return data.length % 2 === 0 ? [head, data] : [head, data, Buffer.alloc(1)];
}
