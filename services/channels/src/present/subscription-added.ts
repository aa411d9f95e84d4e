import { type ChannelObject, type DomainEvent, encodeAudience } from "@team-chat/contract";
import type { UserDirectory } from "@team-chat/projection";

import type { Personal } from "../realm/personal.ts";
import {
  notificationDefaults,
  type NotificationDefaults,
  presentPersonal,
} from "./subscription.ts";

/** A user who is now subscribed to a channel, with the user's settings. */
export interface Addition {
  readonly userId: number;
  readonly channelId: number;
  readonly personal: Personal;
}

/** A channel with everybody who is subscribed to it now. */
export interface AddedChannel {
  readonly object: ChannelObject;
  readonly subscribers: readonly number[];
}

/** Users who get the same event. */
interface Group {
  readonly userIds: number[];
  readonly additions: readonly Addition[];
  readonly defaults: NotificationDefaults;
}

/** More than these are told in several events: NATS refuses messages above 1 MB. */
const maxSubscribersPerEvent = 40_000;

/**
 * Tells the users what they are subscribed to now. Users whose events are equal share one; when few are, because many users got
 * many channels in many colours, there is one for each channel and colour instead. In the widest form: every subscription lists its
 * `subscribers`, which the events service takes out for queues that did not ask for them, and `internal.notification_defaults` says what null
 * means for clients without the capability `notification_settings_null`.
 */
export function subscriptionsAdded(
  additions: readonly Addition[],
  channels: ReadonlyMap<number, AddedChannel>,
  users: UserDirectory,
): DomainEvent[] {
  const byUser = [...Map.groupBy(additions, ({ userId }) => userId).values()];
  const shared = groupEqual(byUser, users);
  const perChannel = groupEqual(
    additions.map((addition) => [addition]),
    users,
  );
  const groups = size(shared) <= size(perChannel) ? shared : perChannel;
  return groups.flatMap((group) => eventsOf(group, channels));
}

function eventsOf(
  { additions, defaults, userIds }: Group,
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
  for (const { channelId, personal } of additions) {
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

/** Puts users with equal additions together; every item is of one user. */
function groupEqual(
  items: readonly (readonly Addition[])[],
  users: UserDirectory,
): readonly Group[] {
  const groups = new Map<string, Group>();
  const defaultsOf = new Map<number, NotificationDefaults>();
  for (const additions of items) {
    const userId = additions[0]?.userId ?? 0;
    const user = users.users.get(userId);
    if (!user) continue;
    const defaults = defaultsOf.get(userId) ?? notificationDefaults(user);
    defaultsOf.set(userId, defaults);
    const key = JSON.stringify([
      Object.values(defaults),
      additions.map(({ channelId, personal }) => [channelId, Object.values(personal)]),
    ]);
    const group = groups.get(key);
    if (group) group.userIds.push(userId);
    else groups.set(key, { userIds: [userId], additions, defaults });
  }
  return [...groups.values()];
}

/** Subscription objects that the groups' events contain. */
function size(groups: readonly Group[]): number {
  return groups.reduce((sum, { additions }) => sum + additions.length, 0);
}
