import { consumePartitions, gatherBundles, measureConsumers, type Nats } from "@team-chat/nats";
import { failureLog, type Logger, measureCaches, type Metrics } from "@team-chat/telemetry";

import type { Config } from "../config.ts";
import type { Context } from "../context.ts";
import { followDepartures, hasDepartures } from "./follow-departures.ts";

/** Departures of the same tenth of a second are looked at together. */
const followEveryMs = 100;

interface ConsumerParts {
  readonly config: Config;
  readonly ctx: Context;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly nats: Nats;
  /** Waited for before anything from the stream is handled. */
  readonly ready: () => Promise<void>;
}

/** Starts the consumers of all partitions; disposing of them waits for what they are handling. */
export function startConsumers(parts: ConsumerParts): AsyncDisposable {
  const { config, ctx, log, metrics, nats, ready } = parts;
  measureCaches(metrics, { users: ctx.users, channels: ctx.channels });
  measureConsumers(metrics, nats, {
    durables: ["departures"],
    partitions: config.PARTITIONS.streams,
  });
  return consumePartitions(config.PARTITIONS.streams, (of) => [
    gatherBundles(nats, {
      ...of,
      durable: "departures",
      concerns: hasDepartures,
      read: (received) => received.parse(),
      handleAll: (bundles) => ready().then(() => followDepartures(ctx, bundles)),
      everyMs: followEveryMs,
      onError: failureLog(log, "following departures failed and is tried again"),
    }),
  ]);
}
