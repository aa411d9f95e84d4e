import type { Bytes } from "@team-chat/contract";

/**
 * An answer whose fields are JSON text already, `"a":1,"b":[…]` without braces: for large answers that were put
 * together from texts or bytes and would only be parsed to be written again.
 */
export class RenderedFields {
  readonly pieces: Bytes;

  constructor(fields: string | Bytes) {
    this.pieces = typeof fields === "string" ? [Buffer.from(fields)] : fields;
  }

  get isEmpty(): boolean {
    return this.pieces.every((piece) => piece.length === 0);
  }

  get json(): string {
    return Buffer.concat(this.pieces).toString("utf8");
  }
}
