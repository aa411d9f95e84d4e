import { channelRecord, type GroupSettingValue } from "@team-chat/contract";
import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import type { ChannelRow } from "../values/channel-row.ts";
import { nameKey } from "../values/realm-channels.ts";

const schema = channelRecord.extend({
  description: z.string(),
  renderedDescription: z.string(),
  createdAt: z.int(),
  isDefault: z.boolean(),
  folderId: z.int().nullable(),
  firstMessageId: z.int().nullable(),
  isRecentlyActive: z.boolean(),
  weeklyTraffic: z.int().nullable(),
});

/** Parses JSON text of an array of channels, as `channelJson` makes it; null is none. */
export function parseChannels(text: string | null): readonly ChannelRow[] {
  return text === null ? [] : z.array(schema).parse(JSON.parse(text));
}

/** A `channel` row as JSON in the form of `ChannelRow`. */
export const channelJson = sql.fragment`json_build_object(
  'id', channel.id, 'name', channel.name, 'description', channel.description,
  'renderedDescription', channel.rendered_description, 'creatorId', channel.creator_id,
  'createdAt', floor(extract(epoch from channel.created_at))::bigint, 'isPrivate', channel.is_private,
  'isWebPublic', channel.is_web_public, 'isArchived', channel.is_archived, 'isDefault', channel.is_default,
  'historyPublicToSubscribers', channel.history_public_to_subscribers, 'topicsPolicy', channel.topics_policy,
  'messageRetentionDays', channel.message_retention_days, 'folderId', channel.folder_id,
  'firstMessageId', channel.first_message_id, 'isRecentlyActive', channel.is_recently_active,
  'weeklyTraffic', channel.weekly_traffic, 'permissions', channel.permissions)`;

/** A channel to be created. */
export interface NewChannel {
  readonly name: string;
  /** The name as it is compared. */
  readonly key: string;
  readonly description: string;
  readonly renderedDescription: string;
}

/** Properties that all channels created at once share. */
interface SharedFacts {
  readonly creatorId: number;
  readonly isPrivate: boolean;
  readonly isWebPublic: boolean;
  readonly isDefault: boolean;
  readonly historyPublicToSubscribers: boolean;
  readonly topicsPolicy: string;
  readonly messageRetentionDays: number | null;
  readonly folderId: number | null;
  readonly permissions: Readonly<Record<string, GroupSettingValue>>;
}

/** Creates channels whose names are free; ids ascend in the order given. */
export async function insertChannels(
  tx: Transaction,
  at: { readonly realmId: number; readonly version: number },
  { channels, facts }: { readonly channels: readonly NewChannel[]; readonly facts: SharedFacts },
): Promise<readonly ChannelRow[]> {
  const rows = channels.map((channel, position) => [
    position,
    channel.name,
    channel.key,
    channel.description,
    channel.renderedDescription,
  ]);
  const text = await tx.oneFirst(sql.type(z.object({ json: z.string().nullable() }))`
    with new as (
      select nextval('channel_id') as id, given.* from (
        select * from ${sql.unnest(rows, ["int4", "text", "text", "text", "text"])}
          as given(position, name, name_key, description, rendered_description)
        order by position
      ) as given
    ), channel as (
      insert into channel (realm_id, id, name, name_key, description, rendered_description, creator_id, is_private,
        is_web_public, is_default, history_public_to_subscribers, topics_policy, message_retention_days, folder_id,
        permissions, version)
      select ${at.realmId}, id, name, name_key, description, rendered_description, ${facts.creatorId}, ${facts.isPrivate},
        ${facts.isWebPublic}, ${facts.isDefault}, ${facts.historyPublicToSubscribers}, ${facts.topicsPolicy},
        ${facts.messageRetentionDays}, ${facts.folderId}, ${sql.jsonb(facts.permissions)}, ${at.version}
      from new returning *
    )
    select json_agg(${channelJson} order by id)::text as json from channel`);
  return parseChannels(text);
}

/** Tells whether the realm has a channel folder that is not archived. */
export function existsFolder(
  connection: Connection,
  realmId: number,
  folderId: number,
): Promise<boolean> {
  return connection.exists(
    sql.unsafe`select 1 from channel_folder where realm_id = ${realmId} and id = ${folderId} and not is_archived`,
  );
}

/** Stores everything about a channel that can change. */
export async function updateChannelRow(
  tx: Transaction,
  at: { readonly realmId: number; readonly version: number },
  channel: ChannelRow,
): Promise<void> {
  await tx.query(sql.unsafe`
    update channel set name = ${channel.name}, name_key = ${nameKey(channel.name)}, description = ${channel.description},
      rendered_description = ${channel.renderedDescription}, is_private = ${channel.isPrivate},
      is_web_public = ${channel.isWebPublic}, is_archived = ${channel.isArchived}, is_default = ${channel.isDefault},
      history_public_to_subscribers = ${channel.historyPublicToSubscribers}, topics_policy = ${channel.topicsPolicy},
      message_retention_days = ${channel.messageRetentionDays}, folder_id = ${channel.folderId},
      permissions = ${sql.jsonb(channel.permissions)}, version = ${at.version}
    where realm_id = ${at.realmId} and id = ${channel.id}`);
}

/** Counts the channels of an organization that are not archived. */
export function countActiveChannels(db: Connection, realmId: number): Promise<number> {
  return db.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) from channel where realm_id = ${realmId} and not is_archived
  `);
}

/** Lists those of the organizations that have a channel whose own days have messages expire. */
export function listExpiringRealms(
  db: Connection,
  realmIds: readonly number[],
): Promise<readonly number[]> {
  return db.anyFirst(sql.type(z.object({ id: z.number() }))`
    select distinct realm_id as id from channel
    where realm_id = any(${sql.array([...realmIds], "int8")}) and message_retention_days > 0`);
}
