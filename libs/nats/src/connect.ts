import { connect, type NatsConnection } from "@nats-io/transport-node";

export type Nats = NatsConnection;

interface ConnectOptions {
  /** Servers, separated by commas. */
  readonly url: string;
  /** Shown in the server's connection list. */
  readonly name: string;
}

/**
 * Connects and stays connected: after a loss it tries again every 100 to 200 ms for ever. Rejects only when the first
 * try fails.
 */
export function connectNats({ url, name }: ConnectOptions): Promise<Nats> {
  return connect({
    servers: url.split(","),
    name,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 100,
    reconnectJitter: 100,
    pingInterval: 10_000,
    maxPingOut: 2,
    ignoreClusterUpdates: false,
    // Two stack traces for every published bundle, in case it fails, would cost more than the bundle.
    noAsyncTraces: true,
  });
}
