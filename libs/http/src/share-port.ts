import { once } from "node:events";
import type { Server } from "node:http";
import { createServer, type ListenOptions, type Server as NetServer } from "node:net";

/** Room for the connections of a whole fan-out that arrives at once. */
const backlog = 16_384;

interface Port {
  readonly host: string;
  readonly port: number;
}

interface SharedPort extends Port {
  /** Connections that one turn of the event loop accepts. */
  readonly atOnce: number;
}

/** Tells whether several sockets may listen on a port, each connection going to one of them. */
const maySharePorts = process.platform === "linux";

/**
 * Has a server listen on a port that other processes of this machine may listen on too: the kernel gives each new
 * connection to one of them. One turn of the event loop accepts one connection of each socket, so there are as many
 * sockets as it shall accept: with one alone a crowd waits for as many turns as it has members, and what the kernel
 * cannot keep until then it drops. Returns what leaves the port.
 */
export async function sharePort(
  server: Server,
  { atOnce, host, port }: SharedPort,
): Promise<() => void> {
  const listeners = Array.from({ length: atOnce }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      server.emit("connection", socket);
    }),
  );
  for (const listener of listeners) {
    listener.listen({ host, port, backlog, reusePort: true });
    await once(listener, "listening");
  }
  return () => {
    for (const listener of listeners) listener.close();
  };
}

/**
 * Has a server listen on a port of its own, and accept so many connections in one turn of the event loop, where the
 * system can do that. Returns what ends the sockets that `close` of the server does not know.
 */
export async function listenAlone(
  server: Server,
  { atOnce, host, port }: SharedPort,
): Promise<() => void> {
  const isShared = maySharePorts && atOnce > 1;
  // A socket that may share its port would share it with whoever else has it.
  if (isShared && port !== 0) await checkFree({ host, port });
  await listening(server, { host, port, backlog, reusePort: isShared });
  const address = server.address();
  if (!isShared || address === null || typeof address === "string") return () => undefined;
  return sharePort(server, { atOnce: atOnce - 1, host, port: address.port });
}

/** @throws Error when somebody listens on the port */
async function checkFree(port: Port): Promise<void> {
  const probe = createServer();
  await listening(probe, port);
  probe.close();
  await once(probe, "close");
}

async function listening(server: NetServer, options: ListenOptions): Promise<void> {
  server.listen(options);
  await once(server, "listening");
}
