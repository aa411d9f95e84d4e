import { type Connection, sql } from "@team-chat/pg";
import { z } from "zod";

import type { AccountRef } from "./account-lock.ts";

const count = z.object({ count: z.number() });

const ownTables = {
  navigationViews: sql.fragment`navigation_view`,
  savedSnippets: sql.fragment`saved_snippet`,
} as const;

/** Counts the user's rows of one kind. */
export function countOwn(
  db: Connection,
  { realmId, userId }: AccountRef,
  of: keyof typeof ownTables,
): Promise<number> {
  return db.oneFirst(sql.type(count)`
    select count(*) from ${ownTables[of]} where realm_id = ${realmId} and user_id = ${userId}
  `);
}

const realmTables = {
  blockedAddresses: sql.fragment`blocked_address`,
  domains: sql.fragment`realm_domain`,
  emoji: sql.fragment`realm_emoji`,
  invitations: sql.fragment`(select realm_id from invitation where expires_at is null or expires_at > now()) open`,
  playgrounds: sql.fragment`playground`,
} as const;

/** Counts the organization's rows of one kind; of invitations those that are open. */
export function countOfRealm(
  db: Connection,
  realmId: number,
  of: keyof typeof realmTables,
): Promise<number> {
  return db.oneFirst(sql.type(count)`
    select count(*) from ${realmTables[of]} where realm_id = ${realmId}
  `);
}

/** Counts the active bots that the user owns. */
export function countBotsOf(db: Connection, { realmId, userId }: AccountRef): Promise<number> {
  return db.oneFirst(sql.type(count)`
    select count(*) from account where realm_id = ${realmId} and is_bot and bot_owner_id = ${userId} and is_active
  `);
}
