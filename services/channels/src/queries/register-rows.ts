import type { ChannelFolderObject } from "@team-chat/contract";
import { type Connection, sql } from "@team-chat/pg";
import { z } from "zod";

import type { Changes } from "../realm/changes.ts";
import { changesColumns, changesRow, parseChanges } from "./changes.ts";
import { foldersJson, parseFolders } from "./channel-folders.ts";
import { parsePersonal, personalJson, type PersonalRow } from "./subscriptions.ts";
import type { UserTopicRow } from "./user-topics.ts";

const userTopic = z.object({
  channelId: z.int(),
  topic: z.string(),
  policy: z.int(),
  /** UNIX seconds. */
  lastUpdated: z.int(),
});

/** What a register answer is made of, besides what is in memory. */
export interface RegisterRows {
  readonly snapshot: string;
  readonly changes: Changes;
  /** The user's settings of channels that the user is or was subscribed to. */
  readonly personal: readonly PersonalRow[];
  readonly userTopics: readonly UserTopicRow[];
  readonly folders: readonly ChannelFolderObject[];
}

const row = changesRow.extend({
  snapshot: z.string(),
  personal: z.string().nullable(),
  topics: z.string().nullable(),
  folders: z.string().nullable(),
});

/** Everything in one statement, so that all of it is of the snapshot it returns. */
export async function loadRegisterRows(
  connection: Connection,
  of: { readonly realmId: number; readonly userId: number },
  since: number,
): Promise<RegisterRows> {
  const { realmId, userId } = of;
  const read = await connection.one(sql.type(row)`
    select pg_current_snapshot()::text as snapshot, ${changesColumns(realmId, since)},
      (select json_agg(${personalJson})::text from subscription
        where realm_id = ${realmId} and user_id = ${userId}) as personal,
      (select json_agg(json_build_object('channelId', channel_id, 'topic', topic, 'policy', visibility_policy,
          'lastUpdated', floor(extract(epoch from last_updated))::bigint) order by last_updated, channel_id, topic_key)::text
        from user_topic where realm_id = ${realmId} and user_id = ${userId} and visibility_policy <> 0) as topics,
      (${foldersJson(realmId)}) as folders`);
  return {
    snapshot: read.snapshot,
    changes: parseChanges(read),
    personal: parsePersonal(read.personal),
    userTopics: read.topics === null ? [] : z.array(userTopic).parse(JSON.parse(read.topics)),
    folders: parseFolders(read.folders),
  };
}
