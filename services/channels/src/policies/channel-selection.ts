import type { InputOf, listChannels } from "@team-chat/contract";
import { hasContentAccess, hasMetadataAccess, isGuest } from "@team-chat/policy";

import type { RealmDirectories } from "../domain/realm-directories.ts";
import type { ChannelRow } from "../values/channel-row.ts";

type Selectors = InputOf<typeof listChannels>;

/**
 * Selects the channels that any of the selectors names (docs/behaviour/channels.md#listing-channels): those whose
 * existence the user may know of, and for a bot that asks for them all that its owner subscribes to. `include_all`
 * overrides the others.
 */
export function selectChannels(
  selectors: Selectors,
  directories: RealmDirectories,
): readonly ChannelRow[] {
  const { actor, channels } = directories;
  const chosen = chooser(selectors, directories);
  return channels
    .byName()
    .filter((channel) => !(channel.isArchived && selectors.exclude_archived))
    .filter(
      (channel) =>
        isOwners(channel, selectors, directories) ||
        (chosen(channel) && hasMetadataAccess(actor, channel, directories)),
    );
}

function isOwners(
  channel: ChannelRow,
  selectors: Selectors,
  { actor, channels }: RealmDirectories,
): boolean {
  if (!selectors.include_owner_subscribed || selectsAll(selectors) || !actor.isBot) return false;
  return actor.botOwnerId !== null && channels.isSubscribed(actor.botOwnerId, channel.id);
}

function selectsAll(selectors: Selectors): boolean {
  return selectors.include_all || selectors.include_all_active;
}

function chooser(
  selectors: Selectors,
  directories: RealmDirectories,
): (channel: ChannelRow) => boolean {
  if (selectsAll(selectors)) return () => true;
  const { actor, channels } = directories;
  const isWantedDefault = (channel: ChannelRow) => selectors.include_default && channel.isDefault;
  if (selectors.include_can_access_content)
    return (channel) => hasContentAccess(actor, channel, directories) || isWantedDefault(channel);
  const publicToo = selectors.include_public && !isGuest(actor);
  return (channel) =>
    (publicToo && !channel.isPrivate) ||
    (selectors.include_web_public && channel.isWebPublic) ||
    (selectors.include_subscribed && channels.isSubscribed(actor.id, channel.id)) ||
    isWantedDefault(channel);
}
