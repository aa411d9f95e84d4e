import { jetstreamManager } from "@nats-io/jetstream";
import { eventStreamName } from "@team-chat/contract";
import type { Nats } from "@team-chat/nats";
import { defineCounter, defineGauge, defineHistogram, type Metrics } from "@team-chat/telemetry";

import type { Hub } from "./domain/queues/hub.ts";
import { endReasons } from "./domain/queues/queue-table.ts";

/** Once for all clients: with a bound for each promise, and few more (docs/operations.md). */
export const deliveryDuration = defineHistogram({
  name: "event_queues.delivery.duration",
  title: "From commit to clients",
  unit: "s",
  meaning:
    "From the commit of a change until all clients that waited for it here were answered; by the clocks of two machines.",
  bounds: [0.1, 0.5, 2.5, 10],
});
export const endedQueues = defineCounter({
  name: "event_queues.ended",
  title: "Event queues that ended",
  unit: "{queue}",
  meaning:
    "Queues that ended here, by why: age (nobody polled), deletion, access (lost it, or logged out), excess (too many of a user); or lost, as the stream has forgotten their position (forgotten) or it means another (epoch).",
  labels: ["reason"],
});
export const queues = defineGauge({
  name: "event_queues.count",
  title: "Event queues",
  unit: "{queue}",
  meaning: "Event queues in the memory of this process.",
});
export const parkedPolls = defineGauge({
  name: "event_queues.parked_polls",
  title: "Queues with a waiting client",
  unit: "{poll}",
  meaning: "Queues whose client waits for the next event.",
});
export const answers = defineCounter({
  name: "event_queues.answers",
  title: "Answers to waiting clients",
  unit: "{answer}",
  meaning: "Answers to clients that waited, with events or heartbeats.",
});
export const retriedPolls = defineCounter({
  name: "event_queues.polls.retried",
  title: "Polls tried again",
  unit: "{poll}",
  meaning:
    "How often a poll was tried again because NATS did not say in time which queue it is for, or what its stream holds.",
});
export const queueBytes = defineGauge({
  name: "event_queues.memory",
  title: "Memory of event queues",
  unit: "By",
  meaning: "Memory that the event queues of this process take, about.",
});

export const bundleAge = defineHistogram({
  name: "event_streams.bundle.age",
  title: "From stream to reading",
  unit: "s",
  meaning:
    "From the moment at which the stream stored a bundle to its being read here; by the clocks of two machines.",
  bounds: [0.005, 0.025, 0.1, 0.5, 2.5, 10],
});
export const streamLag = defineGauge({
  name: "event_streams.lag",
  title: "Bundles not read yet",
  unit: "{bundle}",
  meaning: "Bundles in the streams that this process has not read.",
});
export const unreadyStreams = defineGauge({
  name: "event_streams.unready",
  title: "Partitions not followed",
  unit: "{partition}",
  meaning: "Partitions that are not followed, as while NATS is away.",
});
export const streamFill = defineGauge({
  name: "event_streams.fill",
  title: "Room taken in the streams",
  unit: "1",
  meaning: "Share of its room that the fullest stream takes; at 1 it loses its oldest events.",
  isShared: true,
});
export const bundles = defineCounter({
  name: "event_streams.bundles",
  title: "Bundles read",
  unit: "{bundle}",
  meaning: "Bundles read from the streams that concern organizations with queues here.",
});
export const ringBytes = defineGauge({
  name: "event_streams.memory",
  title: "Memory of latest bundles",
  unit: "By",
  meaning: "Memory that the latest bundles of organizations with queues take.",
});

interface Measured {
  readonly hub: Hub;
  readonly nats: Nats;
  readonly partitions: number;
}

/** Measures queues and streams. */
export function measureEvents(metrics: Metrics, { hub, nats, partitions }: Measured): void {
  const ofQueues = [queues, queueBytes, parkedPolls, answers, retriedPolls];
  metrics.observe([...ofQueues, ringBytes, bundles, unreadyStreams], (tell) => {
    const { seen, table } = hub;
    tell(queues, table.size);
    tell(queueBytes, hub.queueBytes);
    tell(parkedPolls, [...table.queues].filter(({ parked }) => parked !== undefined).length);
    tell(answers, seen.answers);
    tell(retriedPolls, hub.retries);
    tell(ringBytes, hub.ringBytes);
    tell(bundles, seen.bundles);
    tell(unreadyStreams, hub.unready);
  });
  metrics.observe([endedQueues], (tell) => {
    for (const reason of endReasons)
      tell(endedQueues, hub.table.endings.get(reason) ?? 0, { reason });
  });
  metrics.observe([streamFill, streamLag], async (tell) => {
    // Else all other metrics would wait for an answer with it.
    nats.checkConnected();
    tell(streamFill, await fillOf(nats, partitions));
    const counts = await hub.countUnread();
    tell(
      streamLag,
      counts.reduce((sum, count) => sum + count, 0),
    );
  });
}

/** Returns how full the fullest stream is, from 0 to 1. */
async function fillOf(nats: Nats, partitions: number): Promise<number> {
  const { streams } = await jetstreamManager(nats, { checkAPI: false });
  const fills = Array.from({ length: partitions }, async (_, partition) => {
    const { config, state } = await streams.info(eventStreamName(partition));
    return config.max_bytes > 0 ? state.bytes / config.max_bytes : 0;
  });
  return Math.max(...(await Promise.all(fills)));
}
