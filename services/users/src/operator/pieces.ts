/** Of what is asked for at once, so that no process holds more of an archive. */
const pieceBytes = 1024 * 1024;

/** Reads an archive of another service piece by piece, while it is sent. */
export async function* pieces(
  size: number,
  read: (range: {
    readonly first: number;
    readonly last: number;
  }) => Promise<readonly Uint8Array[]>,
): AsyncGenerator<Uint8Array> {
  for (let first = 0; first < size; first += pieceBytes)
    yield* await read({ first, last: first + pieceBytes - 1 });
}
