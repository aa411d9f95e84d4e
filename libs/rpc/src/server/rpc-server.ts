import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

import type { KeyRing } from "@team-chat/identity";

import type { ProtocolError } from "../frames/frame.ts";
import { type Heartbeat, requestHeartbeat } from "../frames/heartbeat.ts";
import { upgradePath, upgradeProtocol } from "../protocol.ts";
import type { Dispatch, VersionOf } from "../request.ts";
import { ServerConnection } from "./server-connection.ts";

export interface RpcServerSettings {
  readonly keys: KeyRing;
  readonly dispatch: Dispatch;
  /** Answers queries for versions; without it they come as requests. */
  readonly versionOf?: VersionOf | undefined;
  readonly heartbeat?: Heartbeat;
  /** Told why a connection was closed whose caller broke the protocol. */
  readonly onProtocolError?: (error: ProtocolError) => void;
}

/** Accepts connections of callers on a service's HTTP port. */
export class RpcServer {
  readonly #settings: RpcServerSettings;
  readonly #connections = new Set<ServerConnection>();
  #stopping = false;

  constructor(settings: RpcServerSettings) {
    this.#settings = settings;
  }

  /** Hands requests to the service, for callers of the same process (`serveInProcess`). */
  get handlers(): Pick<RpcServerSettings, "dispatch" | "versionOf"> {
    return this.#settings;
  }

  /** Tells whether a request asks for its connection to carry frames. */
  wants(req: IncomingMessage): boolean {
    return req.url === upgradePath && req.headers.upgrade === upgradeProtocol;
  }

  take(_req: IncomingMessage, socket: Socket, head: Buffer): void {
    if (this.#stopping) {
      socket.resume();
      socket.end("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n");
      return;
    }
    socket.setTimeout(0);
    socket.setNoDelay(true);
    if (head.length > 0) socket.unshift(head);
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${upgradeProtocol}\r\n\r\n`,
    );
    const { dispatch, keys, heartbeat = requestHeartbeat, versionOf } = this.#settings;
    const onClosed = (connection: ServerConnection, error: ProtocolError | undefined) => {
      this.#connections.delete(connection);
      if (error !== undefined) this.#settings.onProtocolError?.(error);
    };
    this.#connections.add(
      new ServerConnection(socket, { dispatch, versionOf, keys, heartbeat, onClosed }),
    );
  }

  /** Has callers send no further requests, and ends each connection when all that came before are answered. */
  stop(): void {
    this.#stopping = true;
    for (const connection of this.#connections) connection.stop();
  }

  /** Cuts all connections. */
  close(): void {
    for (const connection of this.#connections) connection.close();
  }
}
