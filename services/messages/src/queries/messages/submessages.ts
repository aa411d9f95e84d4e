import type { messageSubmessage } from "@team-chat/contract";
import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

/** A part of a poll or a todo list as clients see it. */
export type SubmessageRow = z.infer<typeof messageSubmessage>;

const submessageJson = sql.fragment`
  json_build_object('id', s.id, 'msg_type', s.msg_type, 'content', s.content, 'message_id', s.message_id, 'sender_id', s.sender_id)`;

/**
 * The submessages of the message of the joined alias `m`, as JSON in order of id; looked for only where there are any.
 */
export const submessagesOfMessage = sql.fragment`
  case when m.has_submessages then (
    select json_agg(${submessageJson} order by s.id)
    from submessage s where s.realm_id = m.realm_id and s.message_id = m.id
  ) else '[]' end`;

/** Lists the submessages of those of these messages that have any, as JSON in order of id. */
export async function listSubmessages(
  db: Connection,
  realmId: number,
  messageIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db.any(sql.type(z.object({ id: z.number(), list: z.string() }))`
    select message_id as id, json_agg(${submessageJson} order by s.id)::text as list
    from submessage s where realm_id = ${realmId} and message_id = any(${sql.array([...messageIds], "int8")})
    group by message_id`);
  return new Map(rows.map(({ id, list }) => [id, list]));
}

/** Adds one to a message and returns it. */
export async function insertSubmessage(
  tx: Transaction,
  realmId: number,
  submessage: Omit<SubmessageRow, "id">,
): Promise<SubmessageRow> {
  const { message_id: messageId, sender_id: senderId, msg_type: type, content } = submessage;
  const id = await tx.oneFirst(sql.type(z.object({ id: z.number() }))`
    with noted as (
      update message set has_submessages = true
      where realm_id = ${realmId} and id = ${messageId} and not has_submessages
    )
    insert into submessage (realm_id, message_id, sender_id, msg_type, content)
    values (${realmId}, ${messageId}, ${senderId}, ${type}, ${content}) returning id`);
  return { id, ...submessage };
}
