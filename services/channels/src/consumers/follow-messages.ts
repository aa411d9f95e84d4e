import { AppError } from "@team-chat/errors";
import { isOutdatedByGain, isOutdatedByLoss } from "@team-chat/policy";

import type { Context } from "../context.ts";
import type { RealmChannels } from "../values/realm-channels.ts";
import { refreshFacts } from "../workflows/facts/refresh-facts.ts";
import type { MessageChanges, Relevant } from "./message-changes.ts";

const maxChannelsAtOnce = 100;

/**
 * Tells clients what changed messages mean for the facts of their channels. An event is only the occasion: what is told
 * is the difference between what messages says now and what was told last, so it does not matter how often, how late or
 * how many at a time bundles come. Most cost one question for the realm's version.
 */
export async function followMessages(
  ctx: Context,
  bundles: readonly MessageChanges[],
): Promise<void> {
  const byRealm = new Map<number, Relevant[]>();
  for (const { realm, events } of bundles) {
    if (events.length > 0) byRealm.set(realm, [...(byRealm.get(realm) ?? []), ...events]);
  }
  for (const [realmId, events] of byRealm) await refreshRealm(ctx, { realmId, events });
}

interface ChangesOfRealm {
  readonly realmId: number;
  readonly events: readonly Relevant[];
}

async function refreshRealm(ctx: Context, { realmId, events }: ChangesOfRealm): Promise<void> {
  const channels = await ctx.channels.current(realmId);
  const ids = [...new Set(events.flatMap((event) => outdatedBy(event, channels)))];
  const at = { realmId, now: Math.floor(ctx.now() / 1000), counts: null };
  try {
    for (let from = 0; from < ids.length; from += maxChannelsAtOnce)
      await refreshFacts(ctx, { ...at, channelIds: ids.slice(from, from + maxChannelsAtOnce) });
  } catch (error) {
    // Nobody is left to be told anything.
    if (!(error instanceof AppError && error.code === "NOT_FOUND")) throw error;
  }
}

/** The channels of which something else may be true now. */
function outdatedBy(event: Relevant, channels: RealmChannels): readonly number[] {
  switch (event.type) {
    case "message":
      // Ids grow within a channel: what is sent there never comes before its first message.
      return event.channelIds.flatMap((id) => gained(id, [], channels));
    case "delete_message":
      return lost(event.stream_id, event.message_ids, channels);
    case "messages_restored":
      return gained(event.stream_id, event.message_ids, channels);
    case "update_message":
      return [
        ...lost(event.stream_id, event.message_ids, channels),
        ...gained(event.new_stream_id, event.message_ids, channels),
      ];
  }
}

function gained(id: number, messageIds: readonly number[], { channels }: RealmChannels): number[] {
  const channel = channels.get(id);
  return channel && isOutdatedByGain(channel, messageIds) ? [id] : [];
}

function lost(id: number, messageIds: readonly number[], { channels }: RealmChannels): number[] {
  const channel = channels.get(id);
  return channel && isOutdatedByLoss(channel, messageIds) ? [id] : [];
}
