import type { NatsConnection } from "@nats-io/transport-node";
import { defineCounter, defineGauge, type Logger, type Metrics } from "@team-chat/telemetry";

export const natsConnected = defineGauge({
  name: "nats.client.connected",
  title: "Connected to NATS",
  unit: "1",
  meaning: "1 while the process is connected to NATS, 0 while it tries to be.",
});
export const natsReconnections = defineCounter({
  name: "nats.client.reconnections",
  title: "Reconnections to NATS",
  unit: "{reconnection}",
  meaning: "How often the connection was lost and found again.",
});

/** Told when a connection is lost and found again. */
export interface Watch {
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Says when the connection is lost and found, and measures that. Returns how to ask whether there is one. */
export function watchConnection(
  nats: NatsConnection,
  { log, metrics }: Partial<Watch> = {},
): () => boolean {
  let lostAt: number | undefined;
  let reconnections = 0;
  metrics?.observe([natsConnected, natsReconnections], (tell) => {
    tell(natsConnected, lostAt === undefined ? 1 : 0);
    tell(natsReconnections, reconnections);
  });
  const follow = async () => {
    for await (const { type } of nats.status()) {
      if (type === "disconnect" && lostAt === undefined) {
        lostAt = performance.now();
        log?.warn("the connection to NATS is lost: events wait until it is found again");
      }
      if (type === "reconnect" && lostAt !== undefined) {
        const ms = Math.round(performance.now() - lostAt);
        lostAt = undefined;
        reconnections += 1;
        log?.info({ ms }, "the connection to NATS is found again");
      }
    }
  };
  follow().catch((error: unknown) => {
    log?.error({ err: error }, "the connection to NATS is not watched any more");
  });
  return () => lostAt === undefined;
}
