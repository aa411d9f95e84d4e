import type pg from "pg";

/** Hears what was found: null when there is no such row, an error when nobody can tell. */
export type Found = (found: number | null | Error) => void;

interface Ask {
  readonly key: number;
  readonly found: Found;
}

interface RoundOptions {
  /** The statement, when the connection does not know it yet. */
  readonly prepare: string | undefined;
  /** Called once, after everybody heard; with an error the connection is of no use any more. */
  readonly over: (error: Error | undefined) => void;
}

const name = "look-up";

/** What asks for one number, but for the number: Bind with one parameter in binary form and the result as text, Execute (PostgreSQL, Message Formats). */
const message = Buffer.concat([
  framed("B", Buffer.from(`\0${name}\0\0\u0001\0\u0001\0\u0001\0\0\0\u0008${"\0".repeat(8)}\0\0`)),
  framed("E", Buffer.alloc(5)),
]);
const keyAt = 1 + 4 + 1 + name.length + 1 + 6 + 4;
const sync = framed("S", Buffer.alloc(0));

function framed(type: string, body: Buffer): Buffer {
  const head = Buffer.from(`${type}\0\0\0\0`);
  head.writeUInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
}

/** Asks for some numbers in one write: what `pg` runs as a query of a class of its own. */
export class LookUpRound implements pg.Submittable {
  readonly #asks: readonly Ask[];
  readonly #options: RoundOptions;
  /** How many have their answer. */
  #answered = 0;
  #value: number | null = null;
  #over = false;

  constructor(asks: readonly Ask[], options: RoundOptions) {
    this.#asks = asks;
    this.#options = options;
  }

  submit(connection: pg.Connection): void {
    const { prepare: text } = this.#options;
    if (text !== undefined) connection.parse({ name, text, types: [] }, true);
    connection.stream.write(this.#messages());
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    this.#value = Number(fields[0]);
  }

  handleCommandComplete(): void {
    const found = this.#value;
    this.#value = null;
    this.#answered += 1;
    this.#asks[this.#answered - 1]?.found(found);
  }

  handleReadyForQuery(): void {
    this.#end(undefined);
  }

  handleError(error: Error): void {
    this.#end(error);
  }

  #end(error: Error | undefined): void {
    if (this.#over) return;
    this.#over = true;
    if (error) for (const { found } of this.#asks.slice(this.#answered)) found(error);
    this.#options.over(error);
  }

  #messages(): Buffer {
    const bytes = Buffer.allocUnsafe(this.#asks.length * message.length + sync.length);
    let at = 0;
    for (const { key } of this.#asks) {
      message.copy(bytes, at);
      bytes.writeUInt32BE(Math.floor(key / 2 ** 32), at + keyAt);
      bytes.writeUInt32BE(key >>> 0, at + keyAt + 4);
      at += message.length;
    }
    sync.copy(bytes, at);
    return bytes;
  }
}
