import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** PostgreSQL, Message Formats: ReadyForQuery of an idle backend. */
export const readyForQuery = Buffer.from("Z\0\0\0\u0005I");

/** PostgreSQL, Message Formats: ErrorResponse of a backend whose postmaster is gone. */
export const lastWords = errorResponse();

type Pass = (chunk: Buffer, client: Socket) => void;

/** An address that leads to a local PostgreSQL by TCP; a test may change what comes back from it. */
export class PostgresProxy implements AsyncDisposable {
  readonly #server: Server;
  readonly #target: URL;
  readonly #open = new Set<Socket>();
  #client: Socket | undefined;

  private constructor(url: string, pass: Pass) {
    this.#target = new URL(url);
    // A client that has said its last word can still be told something.
    this.#server = createServer({ allowHalfOpen: true }, (client) => this.#join(client, pass));
  }

  static async start(
    url: string,
    pass: Pass = (chunk, client) => void client.write(chunk),
  ): Promise<PostgresProxy> {
    const proxy = new PostgresProxy(url, pass);
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  get url(): string {
    const proxied = new URL(this.#target);
    proxied.hostname = "127.0.0.1";
    proxied.port = String((this.#server.address() as AddressInfo).port);
    return proxied.href;
  }

  /**
   * Lets nothing through any more to or from who connected last; returns what writes to it all the same, and resolves
   * when it has heard it and gone.
   */
  stall(): (words: Buffer) => Promise<void> {
    const client = this.#client;
    if (client === undefined) throw new Error("Nobody has connected.");
    client.unpipe().resume();
    return async (words) => {
      client.end(words);
      await once(client, "close");
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    this.#server.close();
    await once(this.#server, "close");
  }

  #join(client: Socket, pass: Pass): void {
    this.#client = client;
    const through = connect(Number(this.#target.port), "127.0.0.1");
    for (const one of [client, through]) this.#open.add(one.on("error", () => undefined));
    client.pipe(through);
    through.on("data", (chunk: Buffer) => pass(chunk, client));
    client.on("close", () => through.destroy());
    through.on("close", () => client.destroy());
  }
}

function errorResponse(): Buffer {
  const message = "terminating connection due to unexpected postmaster exit";
  const fields = Buffer.from(`SFATAL\0C57P01\0M${message}\0\0`);
  const head = Buffer.from("E\0\0\0\0");
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
