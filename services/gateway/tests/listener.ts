import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";

export interface Listener extends AsyncDisposable {
  readonly server: Server;
  readonly port: number;
  readonly url: string;
}

/** A server without links at a free port, or at the given one. */
export async function startListener(handler: RequestListener, port = 0): Promise<Listener> {
  const server = createServer((req, res) => {
    if (req.headers.upgrade === undefined) handler(req, res);
    else res.writeHead(404).end();
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const bound = typeof address === "object" && address !== null ? address.port : 0;
  return {
    server,
    port: bound,
    url: `http://127.0.0.1:${bound}`,
    async [Symbol.asyncDispose]() {
      if (!server.listening) return;
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
