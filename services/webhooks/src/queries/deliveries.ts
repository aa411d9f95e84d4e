import { type Connection, sql } from "@team-chat/pg";
import { z } from "zod";

const delivery = z.object({
  realmId: z.number(),
  id: z.number(),
  botId: z.number(),
  messageId: z.number(),
  trigger: z.enum(["mention", "direct_message"]),
  /** JSON text of the message in its widest form. */
  message: z.string(),
  state: z.enum(["pending", "replying", "done", "failed"]),
  attempts: z.number(),
  replyAttempts: z.number(),
  nextAttemptAt: z.date(),
  /** The process that works on it. */
  claimedBy: z.string(),
  reply: z.string().nullable(),
  lastStatus: z.number().nullable(),
  lastError: z.string().nullable(),
});

/** A delivery that a process has claimed. */
export type Delivery = z.infer<typeof delivery>;

export type NewDelivery = Pick<Delivery, "botId" | "message" | "messageId" | "realmId" | "trigger">;

/** Notes deliveries that are due at once; those that exist already stay as they are. */
export async function insertDeliveries(
  db: Connection,
  deliveries: readonly NewDelivery[],
  now: Date,
): Promise<void> {
  const rows = deliveries.map((one) => [
    one.realmId,
    one.botId,
    one.messageId,
    one.trigger,
    one.message,
  ]);
  const at = sql.fragment`${now.toISOString()}::timestamptz`;
  await db.query(sql.unsafe`
    insert into delivery (realm_id, bot_id, message_id, trigger, message, next_attempt_at, created_at)
    select realm_id, bot_id, message_id, trigger, message, ${at}, ${at}
    from ${sql.unnest(rows, ["int8", "int8", "int8", "text", "text"])} as new(realm_id, bot_id, message_id, trigger, message)
    on conflict (realm_id, message_id, bot_id) do nothing`);
}

interface Claim {
  /** Names the process; different for every start. */
  readonly owner: string;
  readonly until: Date;
}

/** Takes at most `limit` due deliveries, the longest due first, for the owner until `until`; others pass them over meanwhile. */
export function claimDue(
  db: Connection,
  { limit, now, owner, until }: Claim & { readonly limit: number; readonly now: Date },
): Promise<readonly Delivery[]> {
  const at = sql.fragment`${now.toISOString()}::timestamptz`;
  // NOTE: materialized, because a plan that ran the subquery again would lock and claim more than the limit.
  return db.any(sql.type(delivery)`
    with due as materialized (
      select realm_id, id from delivery
      where state in ('pending', 'replying') and next_attempt_at <= ${at} and (claimed_until is null or claimed_until <= ${at})
      order by next_attempt_at limit ${limit} for update skip locked
    )
    update delivery set claimed_by = ${owner}, claimed_until = ${until.toISOString()}::timestamptz,
      attempts = attempts + (state = 'pending')::int, reply_attempts = reply_attempts + (state = 'replying')::int
    from due where delivery.realm_id = due.realm_id and delivery.id = due.id
    returning delivery.realm_id as "realmId", delivery.id, bot_id as "botId", message_id as "messageId", trigger, message, state,
      attempts, reply_attempts as "replyAttempts", next_attempt_at as "nextAttemptAt", claimed_by as "claimedBy",
      reply, last_status as "lastStatus", last_error as "lastError"`);
}

/** Prolongs the owner's claims on these deliveries, as far as it still has them. */
export async function renewClaims(
  db: Connection,
  deliveries: readonly Pick<Delivery, "id" | "realmId">[],
  { owner, until }: Claim,
): Promise<void> {
  const keys = deliveries.map(({ id, realmId }) => [realmId, id]);
  await db.query(sql.unsafe`
    update delivery set claimed_until = ${until.toISOString()}::timestamptz
    from ${sql.unnest(keys, ["int8", "int8"])} as held(realm_id, id)
    where delivery.realm_id = held.realm_id and delivery.id = held.id and claimed_by = ${owner}`);
}

/** Records how far a claimed delivery has come and lets it go; does nothing when the claim has passed to another process. */
export async function updateClaimed(db: Connection, next: Delivery): Promise<void> {
  await db.query(sql.unsafe`
    update delivery set state = ${next.state}, attempts = ${next.attempts}, reply_attempts = ${next.replyAttempts},
      next_attempt_at = ${next.nextAttemptAt.toISOString()}::timestamptz, claimed_by = null, claimed_until = null,
      reply = ${next.reply}, last_status = ${next.lastStatus}, last_error = ${next.lastError}
    where realm_id = ${next.realmId} and id = ${next.id} and claimed_by = ${next.claimedBy}`);
}
