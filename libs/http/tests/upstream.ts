import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";

/** A bare server without links, for answers that no service of ours would give. */
export async function startUpstream(handler: RequestListener) {
  const server = createServer((req, res) => {
    if (req.headers.upgrade === undefined) handler(req, res);
    else res.writeHead(404).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    server,
    port,
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

let refusing = 0;

/** An address where nobody listens, another each time: below the ports that anybody is given who asks for any. */
export function refusingUrl(): string {
  refusing += 1;
  return `http://127.0.0.1:${refusing}`;
}
