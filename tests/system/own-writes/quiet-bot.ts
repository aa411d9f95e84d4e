import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A bot's server that takes every message and has nothing to say; its address. It ends with this process. */
export async function startQuietBot(): Promise<string> {
  const server = createServer((req, res) => {
    req.resume();
    res.setHeader("Content-Type", "application/json");
    res.end('{"response_not_required": true}');
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  server.unref();
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
}
