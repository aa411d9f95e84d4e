import type { FileSource } from "@team-chat/http";

/** Media types of what does not become shorter. */
const compressed = /^(image|video|audio)\//;

/** Tells whether files of a media type become shorter by compressing them. */
export function isShortened(contentType: string): boolean {
  return !compressed.test(contentType);
}

/** Opens a file, to be read once to its end; null when its first bytes are not there. */
export async function openUpload(source: FileSource): Promise<AsyncIterable<Uint8Array> | null> {
  const chunks = source.read({ first: 0, last: source.size - 1 })[Symbol.asyncIterator]();
  const first = await chunks.next().catch(() => null);
  return first === null || (first.done === true && source.size > 0) ? null : rest(first, chunks);
}

async function* rest(
  first: IteratorResult<Uint8Array>,
  chunks: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    for (let next = first; next.done !== true; next = await chunks.next()) yield next.value;
  } finally {
    await chunks.return?.();
  }
}
