import type { TopicPolicyRecord } from "@team-chat/contract";
import { type Connection, type Database, type HotPool, sql } from "@team-chat/pg";
import { z } from "zod";

import type {
  Changes,
  ChangesOrVersion,
  MembershipTuple,
  AnnouncedChanges,
} from "../values/changes.ts";
import { palette } from "../values/palette.ts";
import { channelJson, parseChannels } from "./channel-row.ts";
import { findVersion } from "./realm-version.ts";

/** Columns of `changesColumns`. */
export const changesRow = z.object({
  version: z.number(),
  channels: z.string().nullable(),
  memberships: z.string().nullable(),
  announcedVersion: z.number(),
  announcedUsers: z.string().nullable(),
  announcedGroups: z.string().nullable(),
});

/**
 * Selects the changes as one statement's columns, so that version and rows are of one snapshot, also within larger
 * statements.
 */
export function changesColumns(realmId: number, since: number) {
  return sql.fragment`
    coalesce((select version from realm_version where realm_id = ${realmId}), 0) as version,
    coalesce((select told_users_version from realm_version where realm_id = ${realmId}), 0) as "announcedVersion",
    (select json_agg(${channelJson})::text from channel where realm_id = ${realmId} and version > ${since}) as channels,
    (select json_agg(json_build_array(channel_id, user_id, active::int + 2 * is_muted::int + 4 * coalesce(place, 0), version))::text
      from subscription left join unnest(${sql.array([...palette], "text")}) with ordinality as palette(color, place) using (color)
      where realm_id = ${realmId} and version > ${since}) as memberships,
    (select json_agg(json_build_array(user_id, role, is_active::int))::text
      from told_user where realm_id = ${realmId} and version > ${since}) as "announcedUsers",
    (select json_agg(json_build_array(group_id, members, subgroups))::text
      from told_group where realm_id = ${realmId} and version > ${since}) as "announcedGroups"`;
}

/**
 * Parses the tuples without checking their form again: they come from our own statement, hundreds of thousands at a
 * time.
 */
export function parseChanges(row: z.output<typeof changesRow>): Changes {
  return {
    version: row.version,
    channels: parseChannels(row.channels),
    memberships: row.memberships === null ? [] : (JSON.parse(row.memberships) as MembershipTuple[]),
    announced: {
      version: row.announcedVersion,
      users: JSON.parse(row.announcedUsers ?? "[]") as AnnouncedChanges["users"],
      groups: JSON.parse(row.announcedGroups ?? "[]") as AnnouncedChanges["groups"],
    },
  };
}

/** Loads the changes after a version from one snapshot. */
export async function loadChanges(
  connection: Connection,
  realmId: number,
  since: number,
): Promise<Changes> {
  const columns = changesColumns(realmId, since);
  return parseChanges(await connection.one(sql.type(changesRow)`select ${columns}`));
}

/** Finds the changes after a version; a cheaper statement returns the version alone when there are none. */
export async function findChanges(
  { db, hot }: { readonly db: Database; readonly hot: HotPool },
  realmId: number,
  since: number,
): Promise<ChangesOrVersion> {
  const version = await findVersion(hot, realmId);
  return version === since ? { version } : loadChanges(db, realmId, since);
}

const stateRow = changesRow.extend({ policies: z.string().nullable() });

/** Loads the changes after a version with the topic preferences, which other services decide by. */
export async function loadState(
  connection: Connection,
  realmId: number,
  since: number,
): Promise<Changes & { readonly topicPolicies: TopicPolicyRecord[] }> {
  const row = await connection.one(sql.type(stateRow)`
    select ${changesColumns(realmId, since)},
      (select json_agg(json_build_object('channelId', channel_id, 'userId', user_id, 'topic', topic_key,
          'policy', visibility_policy, 'version', version))::text
        from user_topic where realm_id = ${realmId} and version > ${since}) as policies`);
  const { policies } = row;
  return {
    ...parseChanges(row),
    topicPolicies: policies === null ? [] : (JSON.parse(policies) as TopicPolicyRecord[]),
  };
}
