import type { UserRecord } from "@team-chat/contract";
import { type Directories, hasMetadataAccess } from "@team-chat/policy";

import type { UserTopicRow } from "../queries/user-topics.ts";
import type { ChannelRow } from "../values/channel-row.ts";
import type { RealmChannels } from "../values/realm-channels.ts";

/** `visibility_policy` of a muted topic. */
const mutedPolicy = 1;

/** A topic preference as clients see it. */
export interface UserTopicObject {
  readonly stream_id: number;
  readonly topic_name: string;
  readonly last_updated: number;
  readonly visibility_policy: number;
}

/** Channels that the client knows of. */
interface Shown {
  readonly channels: RealmChannels;
  /**
   * Clients that know archived channels keep their preferences when a channel is archived, so they get them at the
   * start too.
   */
  readonly archived: boolean;
}

/** Preferences for topics of channels that the client knows of. */
export function presentUserTopics(
  rows: readonly UserTopicRow[],
  { archived, channels }: Shown,
): readonly UserTopicObject[] {
  return rows
    .filter((row) => archived || channels.channels.get(row.channelId)?.isArchived === false)
    .map((row) => ({
      stream_id: row.channelId,
      topic_name: row.topic,
      last_updated: row.lastUpdated,
      visibility_policy: row.policy,
    }));
}

/** A user and the data that decide which channels that user sees. */
export interface Looking {
  readonly user: UserRecord | undefined;
  readonly directories: Directories;
  readonly channelOf: (channelId: number) => ChannelRow | undefined;
}

/**
 * Presents muted topics in the older form: channel name, topic, UNIX seconds. Leaves out channels that are archived, or
 * whose name the user may not know.
 */
export function presentMutedTopics(
  rows: readonly UserTopicRow[],
  { user, directories, channelOf }: Looking,
): readonly (readonly [string, string, number])[] {
  return rows.flatMap((row) => {
    const channel = row.policy === mutedPolicy ? channelOf(row.channelId) : undefined;
    if (!user || !channel || channel.isArchived) return [];
    if (!hasMetadataAccess(user, channel, directories)) return [];
    return [[channel.name, row.topic, row.lastUpdated] as const];
  });
}
