import { type Connection, sql } from "@team-chat/pg";
import { z } from "zod";

const row = z.object({
  id: z.number(),
  messageId: z.number(),
  trigger: z.enum(["mention", "direct_message"]),
  state: z.enum(["pending", "replying", "done", "failed"]),
  attempts: z.number(),
  lastStatus: z.number().nullable(),
  lastError: z.string().nullable(),
  createdAt: z.date(),
  nextAttemptAt: z.date(),
  finishedAt: z.date().nullable(),
});

/** A delivery as its bot's owner may see it. */
export type LoggedDelivery = z.infer<typeof row>;

interface Page {
  readonly realmId: number;
  readonly botId: number;
  readonly state: LoggedDelivery["state"] | undefined;
  /** Only those with smaller ids. */
  readonly before: number | undefined;
  readonly limit: number;
}

/** Deliveries of a bot, the newest first. */
export function listOfBot(db: Connection, page: Page): Promise<readonly LoggedDelivery[]> {
  const older = page.before === undefined ? sql.fragment`` : sql.fragment`and id < ${page.before}`;
  const inState =
    page.state === undefined ? sql.fragment`` : sql.fragment`and state = ${page.state}`;
  return db.any(sql.type(row)`
    select id, message_id as "messageId", trigger, state, attempts, last_status as "lastStatus", last_error as "lastError",
      created_at as "createdAt", next_attempt_at as "nextAttemptAt", finished_at as "finishedAt"
    from delivery where realm_id = ${page.realmId} and bot_id = ${page.botId} ${older} ${inState}
    order by id desc limit ${page.limit}`);
}

interface Restart {
  readonly realmId: number;
  readonly botId: number;
  readonly id: number;
  readonly now: Date;
  readonly expiresAt: Date;
  readonly lateAt: Date;
}

/**
 * Makes a finished delivery due with all its tries; null when the bot has no such delivery, false when it is not
 * finished.
 */
export async function restartDelivery(db: Connection, restart: Restart): Promise<boolean | null> {
  const { realmId, botId, id } = restart;
  const { rowCount } = await db.query(sql.unsafe`
    update delivery set state = 'pending', round = round + 1, attempts = 0, reply_attempts = 0, reply = null, reply_widget = null, failure = null,
      tells_owner = false, last_status = null, last_error = null, last_response = null, finished_at = null,
      next_attempt_at = ${restart.now.toISOString()}::timestamptz, expires_at = ${restart.expiresAt.toISOString()}::timestamptz,
      late_at = ${restart.lateAt.toISOString()}::timestamptz
    where realm_id = ${realmId} and bot_id = ${botId} and id = ${id} and state in ('done', 'failed')`);
  if (rowCount > 0) return true;
  const known = await db.exists(sql.unsafe`
    select from delivery where realm_id = ${realmId} and bot_id = ${botId} and id = ${id}`);
  return known ? false : null;
}
