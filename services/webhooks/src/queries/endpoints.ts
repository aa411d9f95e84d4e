import { type Database, sql } from "@team-chat/pg";
import { z } from "zod";

import { failuresBeforePause } from "./claims.ts";

interface EndpointKey {
  readonly realmId: number;
  readonly botId: number;
}

interface Failure {
  readonly now: Date;
  /** End of the pause that the bot's server asked for; null when it asked for none. */
  readonly pauseUntil: Date | null;
  /** Factor by which the endpoint's own pause is longer or shorter than usual. */
  readonly spread: number;
}

/**
 * Counts a try without success. From the fifth in a row on the endpoint pauses, 30 s at first, twice as long each time,
 * ten minutes at most: whatever is to be posted there becomes due when the pause ends.
 */
export async function noteFailure(
  db: Database,
  { realmId, botId }: EndpointKey,
  { now, pauseUntil, spread }: Failure,
): Promise<void> {
  const asked = sql.fragment`${pauseUntil?.toISOString() ?? null}::timestamptz`;
  const own = sql.fragment`case when endpoint.failures + 1 >= ${failuresBeforePause} then ${now.toISOString()}::timestamptz
    + least(30 * power(2, least(endpoint.failures + 1 - ${failuresBeforePause}, 10)), 600) * ${spread}::float8 * interval '1 second' end`;
  await db.transaction(async (tx) => {
    const until = await tx.oneFirst(sql.type(z.object({ until: z.date().nullable() }))`
      insert into endpoint (realm_id, bot_id, failures, paused_until) values (${realmId}, ${botId}, 1, ${asked})
      on conflict (realm_id, bot_id) do update
        set failures = endpoint.failures + 1, paused_until = greatest(endpoint.paused_until, ${asked}, ${own})
      returning paused_until as until`);
    if (until === null || until <= now) return;
    const end = sql.fragment`${until.toISOString()}::timestamptz`;
    await tx.query(sql.unsafe`
      update delivery set next_attempt_at = ${end}
      where realm_id = ${realmId} and bot_id = ${botId} and state = 'pending' and claimed_by is null and next_attempt_at < ${end}`);
  });
}

/** Forgets failures: the endpoint has answered. */
export async function noteAnswer(db: Database, { realmId, botId }: EndpointKey): Promise<void> {
  await db.query(sql.unsafe`
    update endpoint set failures = 0, paused_until = null where realm_id = ${realmId} and bot_id = ${botId}`);
}

/** Closes the endpoint: its address has answered that it is gone. */
export async function noteGone(
  db: Database,
  { realmId, botId }: EndpointKey,
  url: string,
): Promise<void> {
  await db.query(sql.unsafe`
    insert into endpoint (realm_id, bot_id, gone_url) values (${realmId}, ${botId}, ${url})
    on conflict (realm_id, bot_id) do update set failures = 0, paused_until = null, gone_url = ${url}`);
}
