import type { InputOf, listChannels } from "@team-chat/contract";
import { hasContentAccess, hasMetadataAccess, isGuest } from "@team-chat/policy";

import type { ChannelRow } from "../realm/channel-row.ts";
import type { RealmDirectories } from "../realm/realm-directories.ts";

type Selectors = InputOf<typeof listChannels>;

/** The channels that any of the selectors names, of those whose existence the user may know of (reference/behaviour.md §12). */
export function selectChannels(
  selectors: Selectors,
  directories: RealmDirectories,
): readonly ChannelRow[] {
  const chosen = chooser(selectors, directories);
  return directories.channels
    .byName()
    .filter(
      (channel) =>
        !(channel.isArchived && selectors.exclude_archived) &&
        chosen(channel) &&
        hasMetadataAccess(directories.actor, channel, directories),
    );
}

function chooser(
  selectors: Selectors,
  directories: RealmDirectories,
): (channel: ChannelRow) => boolean {
  if (selectors.include_all || selectors.include_all_active) return () => true;
  const { actor, channels } = directories;
  const owner = selectors.include_owner_subscribed && actor.isBot ? actor.botOwnerId : null;
  const wanted = (channel: ChannelRow) =>
    (selectors.include_default && channel.isDefault) ||
    (owner !== null && channels.isSubscribed(owner, channel.id));
  if (selectors.include_can_access_content)
    return (channel) => hasContentAccess(actor, channel, directories) || wanted(channel);
  const publicToo = selectors.include_public && !isGuest(actor);
  return (channel) =>
    (publicToo && !channel.isPrivate) ||
    (selectors.include_web_public && channel.isWebPublic) ||
    (selectors.include_subscribed && channels.isSubscribed(actor.id, channel.id)) ||
    wanted(channel);
}
