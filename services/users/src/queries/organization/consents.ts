import { type Connection, sql } from "@team-chat/pg";
import { z } from "zod";

/** Lists people who let administrators export their private data, ascending; bots say nothing. */
export function listConsentingUsers(db: Connection, realmId: number): Promise<readonly number[]> {
  return db.anyFirst(sql.type(z.object({ user_id: z.number() }))`
    select user_id from account
    where realm_id = ${realmId} and not is_bot and (settings ->> 'allow_private_data_export')::boolean
    order by user_id`);
}

const consent = z.object({
  userId: z.number(),
  consented: z.boolean(),
  emailVisibility: z.number(),
});

/** Lists active people and whether they let their private data be exported, by id. */
export function listConsents(
  db: Connection,
  realmId: number,
): Promise<readonly z.infer<typeof consent>[]> {
  return db.any(sql.type(consent)`
    select user_id as "userId", coalesce((settings ->> 'allow_private_data_export')::boolean, false) as consented,
      email_visibility as "emailVisibility"
    from account where realm_id = ${realmId} and is_active and not is_bot order by user_id`);
}
