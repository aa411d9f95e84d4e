import type { ChannelRecord } from "@team-chat/contract";
import type { UserDirectory } from "@team-chat/projection";

import type { Cutoffs } from "../values/cutoffs.ts";

const dayMs = 86_400_000;

/**
 * Computes the times before which messages are no longer kept: channels say for how many days, or leave it to the
 * organization, which also decides about direct messages.
 */
export function cutoffsAt(
  now: number,
  channels: Iterable<Pick<ChannelRecord, "id" | "messageRetentionDays">>,
  users: UserDirectory,
): Cutoffs {
  const setting = users.realm?.settings["message_retention_days"];
  const realmDays = typeof setting === "number" ? setting : null;
  const before = (days: number | null) =>
    days === null || days <= 0 ? null : new Date(now - days * dayMs);
  const own = [...channels].flatMap(({ id, messageRetentionDays }) => {
    const cutoff = before(messageRetentionDays ?? realmDays);
    return cutoff === null ? [] : [{ channelId: id, before: cutoff }];
  });
  return { channels: own, direct: before(realmDays) };
}
