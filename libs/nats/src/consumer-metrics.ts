import { jetstreamManager } from "@nats-io/jetstream";
import { eventStreamName } from "@team-chat/contract";
import { defineGauge, type Metrics } from "@team-chat/telemetry";

import type { Nats } from "./connect.ts";
import type { Durable } from "./durables.ts";

export const consumerLag = defineGauge({
  name: "messaging.consumer.lag",
  title: "Bundles not handled yet",
  unit: "{bundle}",
  meaning:
    "Bundles in the streams that a durable consumer has not handled, those under way included.",
  labels: ["consumer"],
  isShared: true,
});
export const bundlesRedelivered = defineGauge({
  name: "messaging.consumer.redelivered",
  title: "Bundles tried again",
  unit: "{bundle}",
  meaning: "Bundles that were delivered more than once and are not handled yet.",
  labels: ["consumer"],
  isShared: true,
});

/** Measures how far durable consumers are behind, and what they try again, over all partitions. */
export function measureConsumers(
  metrics: Metrics,
  nats: Nats,
  { durables, partitions }: { readonly durables: readonly Durable[]; readonly partitions: number },
): void {
  metrics.observe([bundlesRedelivered, consumerLag], async (tell) => {
    // Else all other metrics would wait for an answer with it.
    nats.checkConnected();
    const manager = await jetstreamManager(nats, { checkAPI: false });
    await Promise.all(
      durables.map(async (durable) => {
        const infos = await Promise.all(
          Array.from({ length: partitions }, (_, partition) =>
            manager.consumers.info(eventStreamName(partition), durable),
          ),
        );
        const consumer = { consumer: durable };
        const behind = infos.map((info) => info.num_pending + info.num_ack_pending);
        tell(consumerLag, sum(behind), consumer);
        tell(bundlesRedelivered, sum(infos.map((info) => info.num_redelivered)), consumer);
      }),
    );
  });
}

function sum(counts: readonly number[]): number {
  return counts.reduce((all, count) => all + count, 0);
}
