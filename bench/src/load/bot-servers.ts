import { EventEmitter, once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** Paths that do not answer, but do what they are named after; every other path answers at once. */
const troubles = ["hang", "fail", "reset"] as const;

/** The servers of many bots, by path; notes when healthy ones were posted to. */
export class BotServers implements AsyncDisposable {
  /** Milliseconds of `performance.now()` at which each message reached healthy bots, by the first word of its text. */
  readonly arrivals = new Map<string, number[]>();
  /** Emits that word as an event's name at each arrival. */
  readonly arriving = new EventEmitter();
  readonly #server: Server = createServer(
    (request, response) => void this.#take(request, response),
  );

  static async start(): Promise<BotServers> {
    const servers = new BotServers();
    servers.#server.listen(0, "127.0.0.1");
    await once(servers.#server, "listening");
    return servers;
  }

  /** Returns the address of a bot that is well, or of one in trouble. */
  url(index: number, well: boolean): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/${well ? "well" : troubles[index % troubles.length]}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, "close");
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const arrivedAt = performance.now();
    const body = await text(request);
    if (request.url === "/hang") return;
    if (request.url === "/reset") {
      request.socket.resetAndDestroy();
      return;
    }
    if (request.url === "/fail") response.statusCode = 500;
    else this.#note(body, arrivedAt);
    response.end("{}");
  }

  #note(body: string, arrivedAt: number): void {
    const { data } = JSON.parse(body) as { readonly data: string };
    const [word = ""] = data.split(" ");
    const known = this.arrivals.get(word);
    if (known) known.push(arrivedAt);
    else this.arrivals.set(word, [arrivedAt]);
    this.arriving.emit(word);
  }
}
