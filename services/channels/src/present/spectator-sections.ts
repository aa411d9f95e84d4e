import { type RegisterRequest, wants } from "@team-chat/contract";
import { isOpenToSpectators } from "@team-chat/policy";

import type { RealmDirectories } from "../domain/realm-directories.ts";
import { pickColors } from "../policies/color.ts";
import type { RegisterRows } from "../queries/register-rows.ts";
import type { ChannelRow } from "../values/channel-row.ts";
import { initialPersonal } from "../values/personal.ts";
import { viewChannel } from "./channel-view.ts";
import { presentPersonal, withDefaults } from "./subscription.ts";

const quiet = {
  desktop_notifications: false,
  email_notifications: false,
  push_notifications: false,
  audible_notifications: false,
};

/**
 * Renders the sections for people without an account: the channels that they may read, as if subscribed, and nothing
 * that belongs to somebody (docs/behaviour/events.md#spectators).
 */
export function renderSpectatorSections(
  request: RegisterRequest,
  { folders }: Pick<RegisterRows, "folders">,
  { channels, users }: Pick<RealmDirectories, "channels" | "users">,
): Record<string, string> {
  const open = channels.byName().filter(isOpenToSpectators);
  const used = new Set(open.map(({ folderId }) => folderId));
  const all: Readonly<Record<string, Record<string, string>>> = {
    channel_folders: {
      channel_folders: JSON.stringify(folders.filter(({ id }) => used.has(id))),
    },
    default_stream_groups: { realm_default_stream_groups: "[]" },
    default_streams: { realm_default_streams: "[]" },
    muted_topics: wants(request, "user_topic") ? {} : { muted_topics: "[]" },
    subscription: {
      subscriptions: renderSubscriptions(open, { channels, users }),
      unsubscribed: "[]",
      never_subscribed: "[]",
    },
    user_topic: { user_topics: "[]" },
  };
  const wanted = Object.entries(all).filter(([name]) => wants(request, name));
  return Object.assign({}, ...wanted.map(([, section]) => section)) as Record<string, string>;
}

function renderSubscriptions(
  open: readonly ChannelRow[],
  { channels, users }: Pick<RealmDirectories, "channels" | "users">,
): string {
  const colors = pickColors(
    open.map(({ id }) => id),
    0,
    new Map(),
  );
  const texts = open.map((channel) => {
    const personal = presentPersonal(initialPersonal(colors.get(channel.id) ?? ""));
    const own = JSON.stringify(withDefaults(personal, quiet)).slice(1);
    return `${viewChannel(channel, channels, users).opened},${own}`;
  });
  return `[${texts.join(",")}]`;
}
