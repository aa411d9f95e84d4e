import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

/** A request that a server of somebody else got. */
export interface Received {
  readonly method: string | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

type Play = (response: ServerResponse) => void;

/** A server of somebody else: plays what the test wants and keeps what it got. */
export class Receiver implements AsyncDisposable {
  readonly requests: Received[] = [];
  #play: Play = answer(200, { response_not_required: true });
  #arrival = Promise.withResolvers<void>();
  readonly #server = createServer((request, response) => {
    void this.#receive(request, response);
  });

  static async start(): Promise<Receiver> {
    const receiver = new Receiver();
    receiver.#server.listen(0, "127.0.0.1");
    await once(receiver.#server, "listening");
    return receiver;
  }

  get port(): number {
    const address = this.#server.address();
    if (typeof address !== "object" || address === null) throw new Error("it does not listen");
    return address.port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  plays(play: Play): void {
    this.#play = play;
  }

  /** Resolves when as many requests as this have arrived. */
  async hasGot(count: number): Promise<void> {
    while (this.requests.length < count) await this.#arrival.promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    this.requests.push({ method: request.method, headers: request.headers, body });
    const arrived = this.#arrival;
    this.#arrival = Promise.withResolvers();
    arrived.resolve();
    this.#play(response);
  }
}

/** Answers with this status and body; objects go as JSON. */
export function answer(
  status: number,
  body: unknown = "",
  headers: Record<string, string> = {},
): Play {
  return (response) => {
    response.writeHead(status, headers);
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
}

/** Never answers. */
export const hang: Play = () => undefined;

/** Begins an answer and never ends it. */
export const drip: Play = (response) => {
  response.writeHead(200);
  response.write('{"content": "');
};

/** Cuts the connection instead of answering. */
export const reset: Play = (response) => {
  response.socket?.resetAndDestroy();
};
