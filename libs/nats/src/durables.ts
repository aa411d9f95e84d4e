import { botsSource } from "@team-chat/contract";

/**
 * The durable consumers of every partition's stream, and the source whose bundles they get; `>` stands for
 * every one. `channel_facts` and
 * `channel_facts_bots` are handled in channels, `departures` in messages, `sight_channels` and `sight_users` in users,
 * `pushes` and `mails` in webhooks,
 * the others in the service of that name. Of those that exist the source is not changed: who goes on with an earlier
 * version's may still be sent its bundles.
 */
export const durables = {
  webhooks: botsSource,
  channels: "users",
  channel_facts: "messages",
  channel_facts_bots: botsSource,
  departures: "channels",
  sight_channels: "channels",
  sight_users: "users",
  pushes: ">",
  mails: ">",
} as const;

export type Durable = keyof typeof durables;

/** Lists the services whose bundles a durable consumer gets. */
export function writersOf(durable: Durable): readonly string[] {
  const source = durables[durable];
  return source === ">" ? ["users", "channels", "messages"] : source.split(".").slice(0, 1);
}

/** Key-value buckets: descriptors of event queues, and epochs of partitions. */
export const buckets = { queues: "event_queues", epochs: "event_epochs" } as const;

/** Names the entry of the bucket of epochs that says how organizations are spread over event streams. */
export const layoutKey = "layout";

/** Names the entry of the bucket of epochs that says which organizations were moved to another process of messages. */
export const turnsKey = "turns.messages";
