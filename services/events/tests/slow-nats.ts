import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A way to a NATS server on which whatever the server says takes a while. */
export class SlowNats implements AsyncDisposable {
  readonly url: string;
  readonly #stop: () => void;

  private constructor(url: string, stop: () => void) {
    this.url = url;
    this.#stop = stop;
  }

  static async open(target: string, delayMs: number): Promise<SlowNats> {
    const { hostname, port } = new URL(target);
    const sockets = new Set<Socket>();
    const server = createServer((client) => {
      const upstream = connect(Number(port), hostname);
      client.pipe(upstream);
      upstream.on("data", (chunk) => {
        setTimeout(() => client.write(chunk), delayMs);
      });
      for (const socket of [client, upstream]) {
        sockets.add(socket);
        socket.on("error", () => socket.destroy());
        socket.on("close", () => {
          client.destroy();
          upstream.destroy();
        });
      }
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port: own } = server.address() as AddressInfo;
    return new SlowNats(`nats://127.0.0.1:${own}`, () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    });
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#stop();
    return Promise.resolve();
  }
}
