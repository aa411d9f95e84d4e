import type { TopicPolicyRecord } from "@team-chat/contract";
import {
  type Connection,
  type Database,
  type Fragment,
  type HotPool,
  sql,
  type Transaction,
} from "@team-chat/pg";
import { z } from "zod";

import type {
  AnnouncedChanges,
  Changes,
  ChangesOrVersion,
  MembershipTuple,
} from "../values/changes.ts";
import { palette } from "../values/personal.ts";
import { channelJson, parseChannels } from "./channels.ts";

const versionRow = z.object({ version: z.number() });

/**
 * Raises the version and returns it, to be stamped on every row changed by this transaction, which has locked the
 * realm.
 */
export async function bumpVersion(tx: Transaction, realmId: number): Promise<number> {
  return tx.oneFirst(
    sql.type(
      versionRow,
    )`update realm_version set version = version + 1 where realm_id = ${realmId} returning version`,
  );
}

/** Gives a realm that was taken in its first version, which shows it to others; one that it has stays. */
export async function insertVersion(db: Connection, realmId: number): Promise<void> {
  await db.query(sql.unsafe`
    insert into realm_version as kept (realm_id, version) values (${realmId}, 1)
    on conflict (realm_id) do update set version = greatest(kept.version, 1)`);
}

/** Finds the current version of the realm's channels; 0 when it never had one. */
export async function findVersion(hot: HotPool, realmId: number): Promise<number> {
  const { rows } = await hot.query<{ version: number }>({
    name: "realm-version",
    text: "select version from realm_version where realm_id = $1",
    values: [realmId],
  });
  return rows[0]?.version ?? 0;
}

/** Finds the version once every change has ended that had the realm's lock when this began. */
export async function findSettledVersion(connection: Connection, realmId: number): Promise<number> {
  const version = await connection.maybeOneFirst(
    sql.type(versionRow)`select version from realm_version where realm_id = ${realmId} for share`,
  );
  return version ?? 0;
}

/** Resolves when the database answers. */
export async function checkDatabase(db: Connection): Promise<void> {
  await db.one(sql.type(z.object({ one: z.int() }))`select 1 as one`);
}

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
export function changesColumns(realmId: number | Fragment, since: number | Fragment) {
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
