import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A way to a NATS server on which whatever the server says takes a while. */
export class SlowNats implements AsyncDisposable {
  readonly url: string;
  readonly #upstreams: ReadonlySet<Socket>;
  readonly #stop: () => void;

  private constructor(url: string, upstreams: ReadonlySet<Socket>, stop: () => void) {
    this.url = url;
    this.#upstreams = upstreams;
    this.#stop = stop;
  }

  /** Lets nothing through of what the server says; returns how to let it go on. */
  pause(): () => void {
    for (const upstream of this.#upstreams) upstream.pause();
    return () => {
      for (const upstream of this.#upstreams) upstream.resume();
    };
  }

  static async open(target: string, delayMs: number): Promise<SlowNats> {
    const { hostname, port } = new URL(target);
    const sockets = new Set<Socket>();
    const upstreams = new Set<Socket>();
    const server = createServer((client) => {
      const upstream = connect(Number(port), hostname);
      upstreams.add(upstream);
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
    return new SlowNats(`nats://127.0.0.1:${own}`, upstreams, () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    });
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#stop();
    return Promise.resolve();
  }
}
