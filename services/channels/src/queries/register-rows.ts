import type { ChannelFolderObject } from "@team-chat/contract";
import { type HotPool, runPrepared, sql } from "@team-chat/pg";
import { z } from "zod";

import type { Changes } from "../values/changes.ts";
import { changesColumns, changesRow, parseChanges } from "./changes.ts";
import { foldersJson, parseFolders } from "./channel-folders.ts";
import { parsePersonal, personalJson, type PersonalRow } from "./subscriptions.ts";
import type { UserTopicRow } from "./user-topics.ts";

const userTopic = z.object({
  userId: z.number(),
  channelId: z.int(),
  topic: z.string(),
  policy: z.int(),
  /** UNIX seconds. */
  lastUpdated: z.int(),
});

/** What a register answer is made of, besides what is in memory. */
export interface RegisterRows {
  readonly snapshot: string;
  /** The user's settings of channels that the user is or was subscribed to. */
  readonly personal: readonly PersonalRow[];
  readonly userTopics: readonly UserTopicRow[];
  readonly folders: readonly ChannelFolderObject[];
}

/** As texts, as what runs prepared is answered. */
const row = changesRow.extend({
  version: z.coerce.number(),
  announcedVersion: z.coerce.number(),
  snapshot: z.string(),
  personal: z.string().nullable(),
  topics: z.string().nullable(),
  folders: z.string().nullable(),
});

/** Rows of several users, of one moment. */
export interface RegisterRead {
  readonly changes: Changes;
  readonly rowsOf: (userId: number) => RegisterRows;
}

/** Everything in one statement, so that all of it is of the snapshot it returns; planned once for each connection. */
export async function loadRegisterRows(
  hot: HotPool,
  of: { readonly realmId: number; readonly userIds: readonly number[] },
  since: number,
): Promise<RegisterRead> {
  const { realmId } = of;
  const userIds = sql.array([...of.userIds], "int8");
  const [first] = await runPrepared(
    hot,
    sql.type(row)`
    select pg_current_snapshot()::text as snapshot, ${changesColumns(realmId, since)},
      (select json_agg(${personalJson})::text from subscription
        where realm_id = ${realmId} and user_id = any(${userIds})) as personal,
      (select json_agg(json_build_object('userId', user_id, 'channelId', channel_id, 'topic', topic, 'policy', visibility_policy,
          'lastUpdated', floor(extract(epoch from last_updated))::bigint) order by last_updated, channel_id, topic_key)::text
        from user_topic where realm_id = ${realmId} and user_id = any(${userIds}) and visibility_policy <> 0) as topics,
      (${foldersJson(realmId)}) as folders`,
  );
  const read = row.parse(first);
  const folders = parseFolders(read.folders);
  const personal = byUser(parsePersonal(read.personal));
  const topics = read.topics === null ? [] : z.array(userTopic).parse(JSON.parse(read.topics));
  const userTopics = byUser(topics);
  return {
    changes: parseChanges(read),
    rowsOf: (userId) => ({
      snapshot: read.snapshot,
      personal: personal.get(userId) ?? [],
      userTopics: userTopics.get(userId) ?? [],
      folders,
    }),
  };
}

function byUser<T extends { readonly userId: number }>(
  rows: readonly T[],
): ReadonlyMap<number, readonly T[]> {
  return Map.groupBy(rows, ({ userId }) => userId);
}
