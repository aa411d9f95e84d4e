import { consumePartitions, gatherBundles, measureConsumers, type Nats } from "@team-chat/nats";
import { failureLog, type Logger, type Metrics } from "@team-chat/telemetry";

import type { Config } from "../config.ts";
import type { Context } from "../context.ts";
import { followMessages } from "./follow-messages.ts";
import { concernsChannels, followUsers } from "./follow-users.ts";
import { hasMessageChanges, readMessageChanges } from "./message-changes.ts";

/**
 * Comparing what clients were told with what is so costs more the more users there are, so it is not done for each of
 * many changes.
 */
const followUsersEveryMs = 100;

/**
 * Interval at which bundles of messages are handled: they seldom change a fact of a channel, and each look costs a
 * question for the realm's version.
 */
const followMessagesEveryMs = 100;
/** By then everybody has the message: the look does not compete with its delivery for processors. */
const followMessagesAfterMs = 50;

interface ConsumerParts {
  readonly config: Config;
  readonly ctx: Context;
  readonly nats: Nats;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Waited for before anything from the stream is handled. */
  readonly ready: () => Promise<void>;
}

/** Starts the consumers of all partitions; disposing of them waits for what they are handling. */
export function startConsumers(parts: ConsumerParts): AsyncDisposable {
  const { config, ctx, log, metrics, nats, ready } = parts;
  const durables = ["channels", "channel_facts", "channel_facts_bots"] as const;
  measureConsumers(metrics, nats, { durables, partitions: config.PARTITIONS.streams });
  const onError = failureLog(log, "following users and messages failed and is tried again");
  return consumePartitions(config.PARTITIONS.streams, (of) => [
    gatherBundles(nats, {
      ...of,
      onError,
      durable: "channels",
      concerns: concernsChannels,
      read: (received) => received.parse(),
      handleAll: (bundles) => ready().then(() => followUsers(ctx, bundles)),
      everyMs: followUsersEveryMs,
    }),
    ...(["channel_facts", "channel_facts_bots"] as const).map((durable) =>
      gatherBundles(nats, {
        ...of,
        onError,
        durable,
        concerns: hasMessageChanges,
        read: readMessageChanges,
        handleAll: (bundles) => ready().then(() => followMessages(ctx, bundles)),
        everyMs: followMessagesEveryMs,
        patienceMs: followMessagesAfterMs,
      }),
    ),
  ]);
}
