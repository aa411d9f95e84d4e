import { once } from "node:events";
import type { Server } from "node:net";

/** Listens on a free loopback port and answers the port. */
export async function listen(server: Server): Promise<number> {
  // The backlog lets thousands of clients connect at once.
  server.listen({ port: 0, host: "127.0.0.1", backlog: 16_384 });
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") {
    throw new Error("not listening on a port");
  }
  return address.port;
}
