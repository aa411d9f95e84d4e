import type { DomainEvent } from "@team-chat/contract";

import {
  can,
  type ClientEvent,
  emptyTopicFor,
  type Renderer,
  type RenderOptions,
  shownTopic,
} from "./renderer.ts";

type Internal = DomainEvent["internal"];

/**
 * Returns the event without the channels that are archived (`internal.archived_channels`) for clients without the
 * capability `archived_channels`, which do not know them (docs/behaviour/events.md#client-capabilities); null when
 * nothing is left, or when the event is only for clients without a capability that this one has
 * (`internal.without_capability`).
 */
function withoutArchived(
  event: ClientEvent,
  internal: Internal,
  options: RenderOptions,
): ClientEvent | null {
  const without = internal?.["without_capability"];
  if (typeof without === "string" && can(options, without)) return null;
  const unknown = internal?.["archived_channels"] as readonly number[] | undefined;
  if (!unknown || can(options, "archived_channels")) return event;
  const known = (id: unknown) => !unknown.includes(Number(id));
  if ("stream_id" in event) return known(event["stream_id"]) ? event : null;
  const rest = Object.fromEntries(
    lists
      .filter((name) => name in event)
      .map((name) => [name, (event[name] as readonly unknown[]).filter((one) => known(idOf(one)))]),
  );
  return Object.values(rest).some((list) => list.length === 0) ? null : { ...event, ...rest };
}

/** Lists of channels in events: ids, or objects with an id. */
const lists = ["stream_ids", "streams", "subscriptions"] as const;

function idOf(listed: unknown): unknown {
  return typeof listed === "object" ? (listed as ClientEvent)["stream_id"] : listed;
}

/**
 * `stream` events: for clients without the capability `archived_channels` a channel that is archived is gone, and one
 * that is taken back (`internal.unarchived`) is new; of those that stay archived they hear nothing
 * (docs/behaviour/events.md#client-capabilities).
 */
export const streamRenderer: Renderer = {
  variant: (options) => (can(options, "archived_channels") ? "all" : "unarchived"),
  render: ({ event, internal }, options) => {
    if (can(options, "archived_channels")) return [event];
    if (event["op"] === "create") return created(event["streams"] as readonly ClientEvent[]);
    if (event["op"] !== "update" || event["property"] !== "is_archived") {
      const known = withoutArchived(event, internal, options);
      return known ? [known] : [];
    }
    if (event["value"] === true) return [deleted(event["stream_id"])];
    const unarchived = internal?.["unarchived"] as ClientEvent | undefined;
    return unarchived ? created([unarchived]) : [];
  },
};

function created(channels: readonly ClientEvent[]): readonly ClientEvent[] {
  const streams = channels.filter((channel) => channel["is_archived"] !== true);
  return streams.length === 0 ? [] : [{ type: "stream", op: "create", streams }];
}

function deleted(id: unknown): ClientEvent {
  return { type: "stream", op: "delete", streams: [{ stream_id: id }], stream_ids: [id] };
}

/**
 * `subscription` add, made from the widest form: the list of subscribers only for queues that asked for it, the users'
 * defaults (`internal.notification_defaults`) instead of null for clients without `notification_settings_null`,
 * archived channels only with `archived_channels` (docs/behaviour/events.md#client-capabilities). The other operations
 * leave out archived channels as well (`internal.archived_channels`).
 */
export const subscriptionRenderer: Renderer = {
  variant: (options) =>
    [
      options.includeSubscribers,
      can(options, "notification_settings_null"),
      can(options, "archived_channels"),
    ].join(),
  render: ({ event, internal }, options) => {
    const known = withoutArchived(event, internal, options);
    if (!known) return [];
    if (event["op"] !== "add") return [known];
    const defaults = (internal?.["notification_defaults"] ?? {}) as ClientEvent;
    const subscriptions = (event["subscriptions"] as readonly ClientEvent[])
      .filter((one) => can(options, "archived_channels") || one["is_archived"] !== true)
      .map((one) => subscriptionFor(one, defaults, options));
    return subscriptions.length === 0 ? [] : [{ ...event, subscriptions }];
  },
};

function subscriptionFor(
  subscription: ClientEvent,
  defaults: ClientEvent,
  options: RenderOptions,
): ClientEvent {
  const keepsNull = can(options, "notification_settings_null");
  const fields = Object.entries(subscription)
    .filter(([name]) => options.includeSubscribers || name !== "subscribers")
    .map(([name, value]) => {
      const replaced = value === null && !keepsNull && name in defaults;
      return [name, replaced ? defaults[name] : value];
    });
  return Object.fromEntries(fields) as ClientEvent;
}

/**
 * `user_topic` events: the empty topic or its display name. Preferences for a channel that is taken back are told to
 * clients without the capability `archived_channels` alone (`internal.without_capability`), to whom they were gone with
 * the channel; those for one that is archived (`internal.archived_channels`) to the others.
 */
export const userTopicRenderer: Renderer = {
  variant: (options) =>
    `${can(options, "archived_channels") ? "all" : "unarchived"} ${emptyTopicFor(options)}`,
  render: ({ event, internal }, options) => {
    const known = withoutArchived(event, internal, options);
    return known ? [{ ...known, topic_name: shownTopic(known["topic_name"], options) }] : [];
  },
};

type MutedTopic = readonly [channel: string, topic: string, timestamp: number];

/**
 * `muted_topics` events: the older form of `user_topic`, for queues that do not ask for that one
 * (docs/behaviour/events.md#options-of-a-queue).
 */
export const mutedTopicsRenderer: Renderer = {
  variant: (options) => (hasUserTopics(options) ? "none" : `topics ${emptyTopicFor(options)}`),
  render: ({ event }, options) => {
    if (hasUserTopics(options)) return [];
    const topics = event["muted_topics"] as readonly MutedTopic[];
    const shown = topics.map(([channel, topic, time]) => [
      channel,
      shownTopic(topic, options),
      time,
    ]);
    return [{ ...event, muted_topics: shown }];
  },
};

function hasUserTopics({ eventTypes }: RenderOptions): boolean {
  return eventTypes === null || eventTypes.includes("user_topic");
}
