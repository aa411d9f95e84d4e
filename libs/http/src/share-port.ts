import { once } from "node:events";
import type { Server } from "node:http";
import { createServer } from "node:net";

interface SharedPort {
  readonly host: string;
  readonly port: number;
  /** Connections that may wait until they are accepted. */
  readonly backlog: number;
}

/**
 * Has a server answer on a port that other processes of this machine listen on too: the kernel gives each new
 * connection to one of them. Returns what leaves the port to the others.
 */
export async function sharePort(server: Server, at: SharedPort): Promise<() => void> {
  const listener = createServer({ noDelay: true }, (socket) => server.emit("connection", socket));
  listener.listen({ ...at, reusePort: true });
  await once(listener, "listening");
  // Leaves the port right after a turn in which connections were accepted: the kernel resets those that still wait.
  return () => void setImmediate(() => listener.close());
}
