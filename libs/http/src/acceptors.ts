import { once } from "node:events";
import { createServer, type ListenOptions, type Server } from "node:net";

/** Place at which sockets listen. */
interface Address {
  readonly host: string;
  readonly port: number;
  /** Connections that may wait to be accepted by all of them. */
  readonly backlog: number;
}

/** True where several sockets can listen on one port, among which the kernel spreads connections. */
const canShare = process.platform === "linux";

/**
 * Has a server listen with so many sockets on one port: Node accepts one connection of each in a turn of the event
 * loop, so that with one socket thousands that come at once would wait for as many turns
 * (docs/adr/0022-too-much-to-do.md).
 *
 * @returns closes all sockets but the server's own
 * @throws Error with code `EADDRINUSE` when another process listens on the port
 */
export async function listenManifold(
  server: Server,
  address: Address,
  count: number,
): Promise<() => void> {
  if (count === 1 || !canShare) {
    await listening(server, address);
    return () => undefined;
  }
  if (address.port !== 0) await claim(address);
  await listening(server, sharing(address, count));
  const { port } = server.address() as { readonly port: number };
  return await joinPort(server, { ...address, port }, count - 1);
}

/** Returns how each of so many sockets listens. The kernel spreads connections by chance, so each has room for more. */
function sharing({ backlog, ...at }: Address, count: number): ListenOptions {
  return { ...at, backlog: Math.ceil((2 * backlog) / count), reusePort: true };
}

/**
 * Has further sockets, so many, listen for a server on a port on which others may listen as well.
 *
 * @returns closes them
 */
export async function joinPort(
  server: Server,
  address: Address,
  count: number,
): Promise<() => void> {
  const sockets = Array.from({ length: count }, () =>
    createServer({ noDelay: true }, (socket) => void server.emit("connection", socket)),
  );
  await Promise.all(sockets.map((socket) => listening(socket, sharing(address, count))));
  return () => {
    for (const socket of sockets) socket.close();
  };
}

/** Makes sure that nobody else listens on a port: whoever shares it would be joined without a word. */
async function claim(address: Address): Promise<void> {
  const probe = createServer();
  await listening(probe, address);
  const closed = once(probe, "close");
  probe.close();
  await closed;
}

async function listening(server: Server, options: ListenOptions): Promise<void> {
  server.listen(options);
  await once(server, "listening");
}
