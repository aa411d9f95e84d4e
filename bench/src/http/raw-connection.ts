import { connect, type Socket } from "node:net";

import { type RawResponse, ResponseParser } from "./response-parser.ts";

interface Waiting {
  readonly resolve: (response: RawResponse) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * One keep-alive connection with one request in flight at a time, so that client cost is small and equal on both sides.
 * An answer that does not come, a connection that ends early and bytes nobody asked for are errors, never a gap in the
 * data.
 */
export class RawConnection implements Disposable {
  readonly #socket: Socket;
  readonly #parser = new ResponseParser();
  #waiting: Waiting | null = null;
  #failure: Error | null = null;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (chunk: Buffer) => this.#take(chunk));
    socket.on("error", (error) => this.#fail(error));
    for (const end of ["end", "close"])
      socket.on(end, () => this.#fail(new Error("the server closed the connection")));
  }

  /** @throws Error when the host is not this machine, or refuses. */
  static open(url: URL): Promise<RawConnection> {
    if (!loopback.has(url.hostname)) {
      throw new Error(`${url.hostname} is not this machine: benches load loopback only`);
    }
    const host = url.hostname === "[::1]" ? "::1" : "127.0.0.1";
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port: Number(url.port || 80) });
      socket.once("error", reject);
      socket.once("connect", () => {
        socket.removeListener("error", reject);
        resolve(new RawConnection(socket));
      });
    });
  }

  /** True while a request is in flight. */
  get isWaiting(): boolean {
    return this.#waiting !== null;
  }

  /** True once nothing can be sent any more, as when the server has ended it. */
  get hasEnded(): boolean {
    return this.#failure !== null;
  }

  /** Sends the bytes of one request. @throws Error when the request is lost or outlives `timeoutMs`. */
  request(bytes: string | Buffer, timeoutMs = 30_000): Promise<RawResponse> {
    return new Promise((resolve, reject) => {
      const refusal = this.#waiting === null ? this.#failure : new Error("a request is in flight");
      if (refusal !== null) {
        reject(refusal);
        return;
      }
      const late = new Error(`lost a request: no answer within ${timeoutMs} ms`);
      const timer = setTimeout(() => this.#socket.destroy(late), timeoutMs);
      this.#waiting = { resolve, reject, timer };
      this.#socket.write(bytes);
    });
  }

  [Symbol.dispose](): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    try {
      const response = this.#parser.push(chunk);
      if (response === null) {
        return;
      }
      const waiting = this.#waiting;
      if (waiting === null) {
        throw new Error("the server answered a request that nobody sent");
      }
      this.#waiting = null;
      clearTimeout(waiting.timer);
      waiting.resolve(response);
    } catch (error) {
      this.#socket.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting !== null) {
      clearTimeout(waiting.timer);
      waiting.reject(error);
    }
  }
}
