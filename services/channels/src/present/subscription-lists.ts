import { hasMetadataAccess } from "@team-chat/policy";
import type { UserDirectory } from "@team-chat/projection";

import type { RealmDirectories } from "../domain/realm-directories.ts";
import type { PersonalRow } from "../queries/subscriptions.ts";
import type { ChannelRow } from "../values/channel-row.ts";
import { type ChannelView, partialSubscribers, viewChannel } from "./channel-view.ts";
import { notificationDefaults, presentPersonal, withDefaults } from "./subscription.ts";

/** Choice of clients between all subscribers, none, and a part; for a part it holds the recently active users. */
export type IncludeSubscribers = "true" | "false" | { readonly recent: ReadonlySet<number> };

export interface ListOptions {
  readonly includeSubscribers: IncludeSubscribers;
  /** Null notification settings stay null instead of becoming the user's defaults. */
  readonly nullSettings: boolean;
  readonly archived: boolean;
}

/** JSON arrays, each in order of the channels' names. */
export interface SubscriptionLists {
  readonly subscriptions: string;
  readonly unsubscribed: string;
  readonly neverSubscribed: string;
}

/** Renders the user's channels as JSON text: what is the same for all users is put in ready made. */
export function renderSubscriptionLists(
  directories: RealmDirectories,
  personal: readonly PersonalRow[],
  options: ListOptions,
): SubscriptionLists {
  const { actor, channels, users } = directories;
  const own = new Map(personal.map((row) => [row.channelId, row]));
  const defaults = notificationDefaults(actor);
  const subscriptions: string[] = [];
  const unsubscribed: string[] = [];
  const never: string[] = [];
  for (const channel of channels.byName()) {
    if (isHidden(channel, directories, options)) continue;
    const view = viewChannel(channel, channels, users);
    const tail = `${subscribersOf(view, users, options)}}`;
    const row = own.get(channel.id);
    if (!row || isForgotten(row, options)) {
      never.push(view.opened + tail);
      continue;
    }
    const fields = presentPersonal(row);
    const shown = options.nullSettings ? fields : withDefaults(fields, defaults);
    const text = `${view.opened},${JSON.stringify(shown).slice(1, -1)}${tail}`;
    (row.active ? subscriptions : unsubscribed).push(text);
  }
  return {
    subscriptions: `[${subscriptions.join(",")}]`,
    unsubscribed: `[${unsubscribed.join(",")}]`,
    neverSubscribed: `[${never.join(",")}]`,
  };
}

/** Tells whether the client was shown the channel anew since the user left it, as one never subscribed to. */
function isForgotten({ active, forgottenBy }: PersonalRow, { archived }: ListOptions): boolean {
  if (active || forgottenBy === null) return false;
  return forgottenBy === "all" || !archived;
}

/**
 * Tells whether a channel is hidden: one that the user may not know of, or an archived one for clients that do not know
 * the idea.
 */
function isHidden(
  channel: ChannelRow,
  directories: RealmDirectories,
  { archived }: ListOptions,
): boolean {
  if (channel.isArchived && !archived) return true;
  return !hasMetadataAccess(directories.actor, channel, directories);
}

function subscribersOf(
  view: ChannelView,
  users: UserDirectory,
  { includeSubscribers }: ListOptions,
): string {
  if (includeSubscribers === "false") return "";
  if (includeSubscribers !== "true") {
    const partial = partialSubscribers(view, includeSubscribers.recent, users);
    if (partial !== null) return `,"partial_subscribers":${partial}`;
  }
  return `,"subscribers":${view.subscribersJson}`;
}
