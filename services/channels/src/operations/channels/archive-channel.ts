import type {
  archiveChannel as contract,
  DomainEvent,
  InputOf,
  OutputOf,
} from "@team-chat/contract";
import { encodeAudience } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";
import { listMetadataAudience } from "@team-chat/policy";

import type { Context } from "../../context.ts";
import { checkAdministered } from "../../policies/administered-channel.ts";
import {
  defaultChannelsChanged,
  listDefaultChannels,
  listNonGuests,
} from "../../present/channel.ts";
import { archivedNotice } from "../../present/notices.ts";
import { updateChannelRow } from "../../queries/channels.ts";
import { bumpVersion } from "../../queries/versions.ts";
import type { ChannelRow } from "../../values/channel-row.ts";
import type { RealmChange } from "../../workflows/realm-change.ts";
import { changeRealm } from "../../workflows/realm/change-realm.ts";
import { emitVisibility } from "../../workflows/visibility/emit-visibility.ts";

/** DELETE /streams/{stream_id}: archives a channel; subscriptions and messages stay. */
export function archiveChannel(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  return changeRealm(ctx, caller, async (change) => {
    const channel = checkAdministered(input.stream_id, change);
    if (channel.isArchived) throw new AppError("BAD_REQUEST", "Channel is already deactivated");
    const version = await bumpVersion(change.tx, change.realmId);
    const archived = { ...channel, isArchived: true, isDefault: false };
    await updateChannelRow(change.tx, { ...change, version }, archived);
    const { channels } = change;
    await emitVisibility(change, [archivedEvent(change, channel)], () => ({
      directories: change,
      channelOf: (id) => (id === archived.id ? archived : channels.channels.get(id)),
    }));
    emitDefaults(change, channel);
    change.say(archivedNotice(archived));
    return {};
  });
}

/**
 * Writes the event in the widest form: for clients without the capability `archived_channels` the events service says
 * that the channel is gone.
 */
function archivedEvent(change: RealmChange, channel: ChannelRow): DomainEvent {
  return {
    audience: encodeAudience(listMetadataAudience(channel, change)),
    event: {
      type: "stream",
      op: "update",
      stream_id: channel.id,
      name: channel.name,
      property: "is_archived",
      value: true,
    },
  };
}

function emitDefaults(change: RealmChange, channel: ChannelRow): void {
  if (!channel.isDefault) return;
  const rest = listDefaultChannels([...change.channels.channels.values()]).filter(
    (id) => id !== channel.id,
  );
  change.emit(defaultChannelsChanged(rest, listNonGuests(change.users)));
}
