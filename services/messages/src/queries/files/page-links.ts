import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

interface MessageRef {
  readonly realmId: number;
  readonly messageId: number;
}

/** Lets a message link to these pages, in order, and to no others; nothing of them is known yet. */
export async function replacePageLinks(
  tx: Transaction,
  { messageId, realmId }: MessageRef,
  pageIds: readonly number[],
): Promise<void> {
  await tx.query(sql.unsafe`
    delete from page_link where realm_id = ${realmId} and message_id = ${messageId}`);
  const rows = pageIds.map((pageId, position) => [position, pageId]);
  if (rows.length === 0) return;
  await tx.query(sql.unsafe`
    insert into page_link (realm_id, message_id, position, page_id)
    select ${realmId}, ${messageId}, position, page_id from ${sql.unnest(rows, ["int4", "int8"])} as link(position, page_id)`);
}

/** Writes down what is shown of a page in the messages that wait for it; returns those, ascending. */
export async function settlePageLinks(
  tx: Transaction,
  { id, realmId }: { readonly realmId: number; readonly id: number },
  { embed, picture }: { readonly embed: string; readonly picture: string | null },
): Promise<readonly number[]> {
  const settled = await tx.any(sql.type(z.object({ id: z.number() }))`
    update page_link set embed = ${embed}, picture = ${picture}
    where realm_id = ${realmId} and page_id = ${id} and embed is null returning message_id as id`);
  return settled.map((row) => row.id).toSorted((a, b) => a - b);
}

/** Lists what messages show of pages, in order; nothing of pages that they still wait for. */
export async function listEmbeds(
  tx: Transaction,
  realmId: number,
  messageIds: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const row = z.object({ id: z.number(), embeds: z.array(z.string()) });
  const shown = await tx.any(sql.type(row)`
    select message_id as id, array_agg(embed order by position) as embeds from page_link
    where realm_id = ${realmId} and message_id = any(${sql.array([...messageIds], "int8")}) and embed <> '' group by message_id`);
  return new Map(shown.map(({ embeds, id }) => [id, embeds]));
}

/** Lists messages before this one that show a picture of a page, at most `limit`, the newest first. */
export function listShowing(
  db: Connection,
  realmId: number,
  {
    before,
    limit,
    picture,
  }: { readonly picture: string; readonly before: number; readonly limit: number },
): Promise<readonly number[]> {
  return db.anyFirst(sql.type(z.object({ id: z.number() }))`
    select distinct message_id as id from page_link
    where realm_id = ${realmId} and picture = ${picture} and message_id < ${before} order by 1 desc limit ${limit}`);
}
