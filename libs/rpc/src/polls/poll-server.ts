import { once } from "node:events";
import { createServer, type Server } from "node:net";

import type { Heartbeat } from "../frames/heartbeat.ts";
import { GatewayConnection, type IncomingPoll } from "./gateway-connection.ts";

export interface PollServerOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** The installation's identity keys, as `keyRing` takes them. */
  readonly key: string;
  /** Must not throw. */
  readonly onPoll: (poll: IncomingPoll) => void;
  readonly heartbeat?: Heartbeat;
}

export interface PollServer extends AsyncDisposable {
  readonly port: number;
  /** Refuses new connections and cuts those that exist; their gateways ask another process. */
  close(): Promise<void>;
}

/** Accepts connections of gateways. */
export async function listenForPolls(options: PollServerOptions): Promise<PollServer> {
  const connections = new Set<GatewayConnection>();
  const server = createServer({ noDelay: true }, (socket) => {
    const connection = new GatewayConnection(socket, options, () => connections.delete(connection));
    connections.add(connection);
  });
  server.listen({ host: options.host, port: options.port });
  await once(server, "listening");
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= closeAll(server, connections));
  return { port: portOf(server), close, [Symbol.asyncDispose]: close };
}

async function closeAll(
  server: Server,
  connections: ReadonlySet<GatewayConnection>,
): Promise<void> {
  const ended = once(server, "close");
  server.close();
  for (const connection of connections) connection.close();
  await ended;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new Error("The server for polls listens on no port.");
  return address.port;
}
