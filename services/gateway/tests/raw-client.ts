import { once } from "node:events";
import { connect, type Socket } from "node:net";

export interface Heard {
  readonly status: number;
  /** Lines of the head. */
  readonly lines: readonly string[];
  readonly body: Record<string, unknown>;
}

/** A client that writes bytes and reads answers. */
export class RawClient implements Disposable {
  readonly socket: Socket;
  #bytes: Buffer = Buffer.alloc(0);
  readonly #chunks: AsyncIterator<Buffer>;

  private constructor(socket: Socket) {
    this.socket = socket.on("error", () => undefined);
    this.#chunks = (socket as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  }

  static async open(port: number): Promise<RawClient> {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    return new RawClient(socket);
  }

  async ask(text: string): Promise<Heard> {
    this.socket.write(text, "latin1");
    return this.hear();
  }

  async hear(): Promise<Heard> {
    for (;;) {
      const end = this.#bytes.indexOf("\r\n\r\n");
      const lines = this.#bytes.toString("latin1", 0, Math.max(end, 0)).split("\r\n");
      const length = Number(valueOf(lines, "Content-Length"));
      if (end !== -1 && this.#bytes.length >= end + 4 + length) {
        const body = this.#bytes.toString("utf8", end + 4, end + 4 + length);
        this.#bytes = this.#bytes.subarray(end + 4 + length);
        const status = Number(lines[0]?.split(" ")[1]);
        return { status, lines, body: JSON.parse(body) as Record<string, unknown> };
      }
      const { done, value } = await this.#chunks.next();
      if (done === true) throw new Error(`The connection ended after: ${this.#bytes.toString()}`);
      this.#bytes = Buffer.concat([this.#bytes, value]);
    }
  }

  [Symbol.dispose](): void {
    this.socket.destroy();
  }
}

/** Of a head's lines; undefined when there is none with this name. */
export function valueOf(lines: readonly string[], name: string): string | undefined {
  const start = `${name.toLowerCase()}: `;
  return lines.find((line) => line.toLowerCase().startsWith(start))?.slice(start.length);
}
