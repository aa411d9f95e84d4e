import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One dot, as small as pictures get. */
const dot = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=",
  "base64",
);

/** Somebody's site, each page of which says what it is about and has a picture. */
export class PageServer implements AsyncDisposable {
  /** Number of times that a page was asked for; pictures are not counted. */
  asked = 0;
  #isHeld = false;
  readonly #held: ServerResponse[] = [];
  #arrival = Promise.withResolvers<void>();
  readonly #server = createServer((request, response) => {
    if (request.url === "/picture.png") {
      response.writeHead(200, { "content-type": "image/png" }).end(dot);
      return;
    }
    this.asked += 1;
    this.#arrival.resolve();
    this.#arrival = Promise.withResolvers();
    if (this.#isHeld) this.#held.push(response);
    else answer(response);
  });

  static async start(): Promise<PageServer> {
    const server = new PageServer();
    server.#server.listen(0, "127.0.0.1");
    await once(server.#server, "listening");
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Answers nobody until `release`. */
  hold(): void {
    this.#isHeld = true;
  }

  /** Answers everybody who waits, and from now on at once. */
  release(): void {
    this.#isHeld = false;
    for (const response of this.#held.splice(0)) answer(response);
  }

  /** Resolves when it was asked so many times. */
  async hasBeenAsked(times: number): Promise<void> {
    while (this.asked < times) await this.#arrival.promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}

function answer(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/html" }).end(
    `<title>Ponds of the town</title><meta name="description" content="Where ducks are, and when they are fed.">
    <meta property="og:image" content="/picture.png">`,
  );
}
