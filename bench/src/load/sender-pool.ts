import { RawConnection } from "../http/raw-connection.ts";
import type { RawResponse } from "../http/response-parser.ts";

/** Raw keep-alive connections for senders; grows when all are busy, so that an open loop never queues in the client. */
export class SenderPool implements Disposable {
  readonly #url: URL;
  readonly #all: RawConnection[] = [];
  #idle: RawConnection[] = [];

  private constructor(url: URL) {
    this.#url = url;
  }

  /** Opens the connections a bench expects to need before it starts to measure. */
  static async open(url: URL, connections: number): Promise<SenderPool> {
    const pool = new SenderPool(url);
    await pool.#grow(connections);
    return pool;
  }

  /** Number of connections over which the next request can go. */
  get ready(): number {
    return this.#idle.filter(({ hasEnded }) => !hasEnded).length;
  }

  async request(bytes: string): Promise<RawResponse> {
    if (this.#idle.length === 0) {
      await this.#grow(1);
    }
    const connection = this.#idle.pop();
    // The server ends connections that have rested for a minute.
    if (connection === undefined || connection.hasEnded) {
      return await this.request(bytes);
    }
    const response = await connection.request(bytes);
    this.#idle.push(connection);
    return response;
  }

  async #grow(count: number): Promise<void> {
    const opened = await Promise.all(
      Array.from({ length: count }, () => RawConnection.open(this.#url)),
    );
    this.#all.push(...opened);
    this.#idle.push(...opened);
  }

  [Symbol.dispose](): void {
    this.#all.forEach((connection) => connection[Symbol.dispose]());
    this.#idle = [];
  }
}
