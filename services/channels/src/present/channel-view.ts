import type { ChannelObject } from "@team-chat/contract";
import type { UserDirectory } from "@team-chat/projection";

import type { ChannelRow } from "../values/channel-row.ts";
import type { RealmChannels } from "../values/realm-channels.ts";
import { inactiveUsers, presentChannel } from "./channel.ts";

/** Parts of a channel that are the same for everybody who sees it, made once and kept until it changes. */
export interface ChannelView {
  readonly inactive: ReadonlySet<number>;
  readonly object: ChannelObject;
  /** The object's JSON without the closing brace, for more fields to follow. */
  readonly opened: string;
  /** Active subscribers, ascending. */
  readonly subscribers: readonly number[];
  /** JSON of `subscribers`. */
  readonly subscribersJson: string;
  /** Last result of `partialSubscribers`. */
  partial: { readonly recent: ReadonlySet<number>; readonly json: string } | null;
}

/** Returns the view of a channel as of what both directories know now. */
export function viewChannel(
  channel: ChannelRow,
  channels: RealmChannels,
  users: UserDirectory,
): ChannelView {
  const inactive = inactiveUsers(users);
  return channels.derived<ChannelView>(
    channel,
    (kept) => kept.inactive === inactive,
    () => {
      const subscribers = [...channels.subscribersOf(channel.id)]
        .filter((userId) => !inactive.has(userId))
        .toSorted((a, b) => a - b);
      const object = presentChannel(channel, users, subscribers.length);
      return {
        inactive,
        object,
        opened: JSON.stringify(object).slice(0, -1),
        subscribers,
        subscribersJson: `[${subscribers.join(",")}]`,
        partial: null,
      };
    },
  );
}

/** Channels with fewer always list all (docs/behaviour/subscriptions.md#partial-lists-of-subscribers). */
const minPartial = 250;

/**
 * Bots and recent users among the subscribers as JSON, ascending; null for channels that list all. Made once and kept
 * until the channel or the recent users change.
 */
export function partialSubscribers(
  view: ChannelView,
  recent: ReadonlySet<number>,
  users: UserDirectory,
): string | null {
  if (view.subscribers.length < minPartial) return null;
  if (view.partial?.recent !== recent) {
    const listed = view.subscribers.filter(
      (id) => recent.has(id) || users.users.get(id)?.isBot === true,
    );
    view.partial = { recent, json: `[${listed.join(",")}]` };
  }
  return view.partial.json;
}
