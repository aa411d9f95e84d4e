import type { Bytes } from "@team-chat/contract";

const newline = 0x0a;

/** Encodes an output with bytes: the JSON of everything else, a line feed, and the bytes. */
export function encodeWithBytes({ bytes, ...head }: { readonly bytes: Bytes }): Bytes {
  return [Buffer.from(`${JSON.stringify(head)}\n`), ...bytes];
}

/** Decodes the result of `encodeWithBytes`. @throws Error when there is no line feed */
export function decodeWithBytes(pieces: Bytes): { readonly bytes: Bytes } {
  const at = pieces.findIndex((piece) => piece.includes(newline));
  const piece = pieces[at];
  if (piece === undefined) throw new Error("The answer ends within its head.");
  const end = piece.indexOf(newline);
  const head = Buffer.concat([...pieces.slice(0, at), piece.subarray(0, end)]).toString("utf8");
  const bytes = [piece.subarray(end + 1), ...pieces.slice(at + 1)];
  return { ...(JSON.parse(head) as object), bytes };
}
