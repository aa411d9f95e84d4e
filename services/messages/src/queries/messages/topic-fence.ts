import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

const fenceRow = z.object({ fence: z.number().nullable() });

/**
 * Lets nothing be written under named topics of the channel from now on. What was sent before is committed when this
 * returns, and seen by the transaction's next statement, because the recipient is locked.
 */
export async function raiseTopicFence(
  tx: Transaction,
  { realmId, channelId }: { readonly realmId: number; readonly channelId: number },
): Promise<void> {
  await tx.query(sql.unsafe`
    insert into recipient (realm_id, channel_id) values (${realmId}, ${channelId}) on conflict do nothing`);
  await tx.query(sql.unsafe`
    update recipient set topic_fence = nextval('topic_fence') where realm_id = ${realmId} and channel_id = ${channelId}`);
}

/**
 * Returns the recipient's fence, null when there is none, with the recipient locked so that it stays so until the
 * transaction ends.
 */
export async function lockTopicFence(
  tx: Transaction,
  realmId: number,
  recipientId: number,
): Promise<number | null> {
  return tx.oneFirst(sql.type(fenceRow)`
    select topic_fence as fence from recipient where realm_id = ${realmId} and id = ${recipientId} for update`);
}

/** Takes away this fence, not one that came after it. */
export async function liftTopicFence(
  db: Connection,
  at: { readonly realmId: number; readonly recipientId: number; readonly fence: number },
): Promise<void> {
  await db.query(sql.unsafe`
    update recipient set topic_fence = null
    where realm_id = ${at.realmId} and id = ${at.recipientId} and topic_fence = ${at.fence}`);
}
