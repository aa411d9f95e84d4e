import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** An address that leads to one of several servers, as the name of a database's primary does in a cluster. */
export class TcpRelay implements AsyncDisposable {
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  #port: number;

  private constructor(port: number) {
    this.#port = port;
    this.#server = createServer((from) => this.#join(from));
  }

  static async to(port: number): Promise<TcpRelay> {
    const relay = new TcpRelay(port);
    relay.#server.listen(0, "127.0.0.1");
    await once(relay.#server, "listening");
    return relay;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Leads to another server from now on; connections to the one before break. */
  leadTo(port: number): void {
    this.#port = port;
    for (const socket of this.#open) socket.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    this.#server.close();
    await once(this.#server, "close");
  }

  #join(from: Socket): void {
    const to = connect(this.#port, "127.0.0.1");
    for (const [socket, other] of [
      [from, to],
      [to, from],
    ] as const) {
      this.#open.add(socket);
      socket.setNoDelay(true);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        this.#open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  }
}
