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
  let accepted = 0;
  const listener = createServer({ noDelay: true }, (socket) => {
    accepted += 1;
    server.emit("connection", socket);
  });
  listener.listen({ ...at, reusePort: true });
  await once(listener, "listening");
  // The kernel resets connections that wait when a port is left, and a turn accepts one of them.
  const leaveAfterIdleTurn = (before: number) =>
    setImmediate(() => {
      if (accepted === before) listener.close();
      else leaveAfterIdleTurn(accepted);
    });
  return () => void leaveAfterIdleTurn(-1);
}
