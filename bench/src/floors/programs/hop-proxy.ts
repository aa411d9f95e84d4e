import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

import { type Dispatcher, Pool } from "undici";

import { announceReady } from "./control.ts";
import { listen } from "./listen.ts";

// The proxy of the gateway-hop floor: a keep-alive pool and nothing else, no authentication, no routing, no limits.
const pool = new Pool(process.env["TARGET"] ?? "", { connections: 64, pipelining: 1 });

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.once("end", () => forward(request, Buffer.concat(chunks), response));
});
server.keepAliveTimeout = 0;
announceReady(await listen(server));

function forward(request: IncomingMessage, body: Buffer, response: ServerResponse): void {
  const { method = "GET", url = "/", headers } = request;
  delete headers.connection;
  pool.dispatch(
    { method, path: url, headers, body: body.length === 0 ? null : body },
    new Answer(response),
  );
}

class Answer implements Dispatcher.DispatchHandler {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  onRequestStart(): void {
    // Required by undici; nothing can abort a request of the floor.
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingMessage["headers"],
  ): void {
    delete headers.connection;
    delete headers["keep-alive"];
    this.#response.writeHead(status, headers);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#response.write(chunk);
  }

  onResponseEnd(): void {
    this.#response.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const text = String(error);
    this.#response.writeHead(502, { "content-length": Buffer.byteLength(text) }).end(text);
  }
}
