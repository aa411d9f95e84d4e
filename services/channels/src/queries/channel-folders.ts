import { type ChannelFolderObject, channelFolderObject } from "@team-chat/contract";
import { type Connection, type Fragment, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

/** Returns the query for all folders of the realm, archived ones too, in their order. */
export function selectFolders(realmId: number | Fragment) {
  return sql.fragment`
    select id, name, description, rendered_description, creator_id,
      floor(extract(epoch from created_at))::bigint as date_created, is_archived, position as "order"
    from channel_folder where realm_id = ${realmId}
    order by position, id`;
}

/** Lists all folders of the realm, archived ones too, in their order. */
export function listFolders(
  connection: Connection,
  realmId: number,
): Promise<readonly ChannelFolderObject[]> {
  return connection.any(sql.type(channelFolderObject)`${selectFolders(realmId)}`);
}

const inserted = z.object({ id: z.number(), date_created: z.number() });

/** Stores a new folder; the realm is locked, so that the name is still free and the place still the last. */
export async function insertFolder(
  tx: Transaction,
  realmId: number,
  folder: Omit<ChannelFolderObject, "id" | "date_created">,
): Promise<ChannelFolderObject> {
  const made = await tx.one(sql.type(inserted)`
    insert into channel_folder (realm_id, name, description, rendered_description, creator_id, is_archived, position)
    values (${realmId}, ${folder.name}, ${folder.description}, ${folder.rendered_description}, ${folder.creator_id},
      ${folder.is_archived}, ${folder.order})
    returning id, floor(extract(epoch from created_at))::bigint as date_created`);
  return { ...folder, ...made };
}

/** Stores everything about a folder that can change, but its place. */
export async function updateFolderRow(
  tx: Transaction,
  realmId: number,
  folder: ChannelFolderObject,
): Promise<void> {
  await tx.query(sql.unsafe`
    update channel_folder set name = ${folder.name}, description = ${folder.description},
      rendered_description = ${folder.rendered_description}, is_archived = ${folder.is_archived}
    where realm_id = ${realmId} and id = ${folder.id}`);
}

/** Gives the folders their places in the order given. */
export async function reorderFolderRows(
  tx: Transaction,
  realmId: number,
  order: readonly number[],
): Promise<void> {
  await tx.query(sql.unsafe`
    update channel_folder set position = given.place - 1
    from unnest(${sql.array(order, "int8")}) with ordinality as given(id, place)
    where channel_folder.realm_id = ${realmId} and channel_folder.id = given.id`);
}
