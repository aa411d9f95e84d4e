import {
  type ChannelObject,
  type DomainEvent,
  encodeAudience,
  type SubscriptionObject,
  type UserRecord,
} from "@team-chat/contract";
import type { UserDirectory } from "@team-chat/projection";

import type { Personal } from "../values/personal.ts";

type PersonalFields = Omit<
  SubscriptionObject,
  keyof ChannelObject | "subscribers" | "partial_subscribers"
>;

/** Presents a user's own settings of a channel as clients see them. */
export function presentPersonal(personal: Personal): PersonalFields {
  return {
    color: personal.color,
    pin_to_top: personal.pinToTop,
    is_muted: personal.isMuted,
    in_home_view: !personal.isMuted,
    desktop_notifications: personal.desktopNotifications,
    email_notifications: personal.emailNotifications,
    wildcard_mentions_notify: personal.wildcardMentionsNotify,
    push_notifications: personal.pushNotifications,
    audible_notifications: personal.audibleNotifications,
  };
}

/**
 * Meaning of null in a user's subscriptions, for clients without `notification_settings_null`
 * (docs/behaviour/subscriptions.md#subscription-object).
 */
export interface NotificationDefaults {
  readonly desktop_notifications: boolean;
  readonly email_notifications: boolean;
  readonly push_notifications: boolean;
  readonly audible_notifications: boolean;
}

/** Returns the user's own defaults; `wildcard_mentions_notify` is never replaced. */
export function notificationDefaults({ settings }: UserRecord): NotificationDefaults {
  return {
    desktop_notifications: settings["enable_stream_desktop_notifications"] === true,
    email_notifications: settings["enable_stream_email_notifications"] === true,
    push_notifications: settings["enable_stream_push_notifications"] === true,
    audible_notifications: settings["enable_stream_audible_notifications"] === true,
  };
}

/** Returns the settings with the defaults in place of null. */
export function withDefaults(
  fields: PersonalFields,
  defaults: NotificationDefaults,
): PersonalFields {
  return {
    ...fields,
    desktop_notifications: fields.desktop_notifications ?? defaults.desktop_notifications,
    email_notifications: fields.email_notifications ?? defaults.email_notifications,
    push_notifications: fields.push_notifications ?? defaults.push_notifications,
    audible_notifications: fields.audible_notifications ?? defaults.audible_notifications,
  };
}

/** A channel with the settings that users have of it. */
interface Added {
  readonly channelId: number;
  readonly personal: Personal;
}

/** Users who are subscribed to channels now, all with the same settings. */
interface Addition {
  readonly userIds: readonly number[];
  readonly channels: readonly Added[];
}

/** A channel with everybody who is subscribed to it now. */
export interface AddedChannel {
  readonly object: ChannelObject;
  readonly subscribers: readonly number[];
}

/** Users who get the same event. */
interface Group {
  readonly userIds: readonly number[];
  readonly added: readonly Added[];
  readonly defaults: NotificationDefaults;
}

/** More than these are told in several events: NATS refuses messages above 1 MB. */
const maxSubscribersPerEvent = 40_000;

/**
 * Tells the users what they are subscribed to now. Users whose events are equal share one; when few are, because many
 * users got many channels in many colours, there is one for each channel and colour instead. In the widest form: every
 * subscription lists its `subscribers`, which the events service takes out for queues that did not ask for them, and
 * `internal.notification_defaults` says what null means for clients without the capability
 * `notification_settings_null`.
 */
export function subscriptionsAdded(
  additions: readonly Addition[],
  channels: ReadonlyMap<number, AddedChannel>,
  users: UserDirectory,
): DomainEvent[] {
  const split = additions.flatMap((addition) => splitByDefaults(addition, users));
  const shared = mergeEqual(split);
  const perChannel = mergeEqual(
    shared.flatMap(({ added, ...group }) => added.map((one) => ({ ...group, added: [one] }))),
  );
  const groups = size(shared) <= size(perChannel) ? shared : perChannel;
  return groups.flatMap((group) => eventsOf(group, channels));
}

function eventsOf(
  { added, defaults, userIds }: Group,
  channels: ReadonlyMap<number, AddedChannel>,
): DomainEvent[] {
  const audience = encodeAudience(userIds);
  const events: DomainEvent[] = [];
  let subscriptions: object[] = [];
  let listed = 0;
  const flush = () => {
    if (subscriptions.length === 0) return;
    events.push({
      audience,
      event: { type: "subscription", op: "add", subscriptions },
      internal: { notification_defaults: defaults },
    });
    subscriptions = [];
    listed = 0;
  };
  for (const { channelId, personal } of added) {
    const channel = channels.get(channelId);
    if (!channel) continue;
    if (listed + channel.subscribers.length > maxSubscribersPerEvent) flush();
    subscriptions.push({
      ...channel.object,
      ...presentPersonal(personal),
      subscribers: channel.subscribers,
    });
    listed += channel.subscribers.length;
  }
  flush();
  return events;
}

/** Groups users by their defaults, as null settings mean something else to users with other defaults. */
function splitByDefaults({ channels, userIds }: Addition, users: UserDirectory): readonly Group[] {
  const known = userIds.flatMap((id) => users.users.get(id) ?? []);
  const groups = Map.groupBy(known, (user) => JSON.stringify(notificationDefaults(user)));
  return [...groups].map(([defaults, same]) => ({
    userIds: same.map(({ id }) => id),
    added: channels.map(({ channelId, personal }) => ({ channelId, personal })),
    defaults: JSON.parse(defaults) as NotificationDefaults,
  }));
}

/** Puts groups together that would get equal events. */
function mergeEqual(groups: readonly Group[]): readonly Group[] {
  const equal = Map.groupBy(groups, ({ added, defaults }) => JSON.stringify([added, defaults]));
  return [...equal.values()].flatMap((same) => {
    const [first] = same;
    return first ? [{ ...first, userIds: same.flatMap(({ userIds }) => userIds) }] : [];
  });
}

/** Subscription objects that the groups' events contain. */
function size(groups: readonly Group[]): number {
  return groups.reduce((sum, { added }) => sum + added.length, 0);
}
