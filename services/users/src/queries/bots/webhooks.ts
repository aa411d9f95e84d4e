import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

/** A webhook with its bot. */
export const webhookRow = z.object({
  userId: z.number(),
  name: z.string(),
  url: z.string(),
  interface: z.number(),
  token: z.string(),
});

export type Webhook = z.infer<typeof webhookRow>;

/** Lists the webhooks of these bots. */
export function listWebhooks(
  db: Connection,
  realmId: number,
  userIds: readonly number[],
): Promise<readonly Webhook[]> {
  return db.any(sql.type(webhookRow)`
    select user_id as "userId", name, url, interface, token from webhook
    where realm_id = ${realmId} and user_id = any(${sql.array([...userIds], "int8")})
  `);
}

/** Sets the bot's webhook; the token of one it has already stays, because the receiver knows it. */
export async function upsertWebhook(
  tx: Transaction,
  realmId: number,
  webhook: Webhook,
): Promise<void> {
  await tx.query(sql.unsafe`
    insert into webhook (realm_id, user_id, name, url, interface, token)
    values (${realmId}, ${webhook.userId}, ${webhook.name}, ${webhook.url}, ${webhook.interface}, ${webhook.token})
    on conflict (realm_id, user_id) do update
    set name = excluded.name, url = excluded.url, interface = excluded.interface
  `);
}
