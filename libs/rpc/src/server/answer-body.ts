import type { Bytes } from "@team-chat/contract";

import { pieceBytes } from "../lengths.ts";
import type { Answer } from "../request.ts";

/** Returns the number of bytes of an answer's body. */
export function bodyBytesOf({ body, stream }: Answer): number {
  return stream?.length ?? lengthOf(body);
}

/** Returns the number of bytes of all pieces together. */
export function lengthOf(pieces: Bytes): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}

/**
 * Returns the body of an answer in pieces of `pieceBytes`, of which the last may be shorter; those that are read while
 * they are sent may be shorter too. @throws what the source of a stream throws
 */
export async function* piecesOf({ body, stream }: Answer): AsyncGenerator<Uint8Array> {
  if (stream === undefined) {
    yield* evenPieces(body);
    return;
  }
  for await (const chunk of stream.bytes())
    for (let at = 0; at < chunk.length; at += pieceBytes) yield chunk.subarray(at, at + pieceBytes);
}

function* evenPieces(body: Bytes): Generator<Uint8Array> {
  let parts: Uint8Array[] = [];
  let room = pieceBytes;
  for (const piece of body)
    for (let at = 0; at < piece.length;) {
      const part = piece.subarray(at, at + room);
      parts.push(part);
      at += part.length;
      room -= part.length;
      if (room > 0) continue;
      yield Buffer.concat(parts);
      parts = [];
      room = pieceBytes;
    }
  if (parts.length > 0) yield Buffer.concat(parts);
}
