import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import { samlSession, type SamlSession } from "../../values/saml-settings.ts";
import type { AccountRef } from "../accounts/account-lock.ts";
import { deleteHalfSignIns, deleteRealmHalfSignIns } from "../second-factors/half-sign-ins.ts";

const session = z.object({
  id: z.number(),
  client: z.string(),
  address: z.string(),
  createdAt: z.date(),
  seenAt: z.date(),
});

export type Session = z.infer<typeof session>;

/** Lists the user's sessions that were used after a moment, the one used last first. */
export function listSessionRows(
  db: Connection,
  own: AccountRef,
  usedAfter: Date,
): Promise<readonly Session[]> {
  return db.any(sql.type(session)`
    select session_id as id, client, address, created_at as "createdAt", seen_at as "seenAt"
    from browser_session
    where realm_id = ${own.realmId} and user_id = ${own.userId} and seen_at > ${usedAfter.toISOString()}::timestamptz
    order by seen_at desc, session_id desc
  `);
}

interface NewSession {
  readonly tokenHash: Buffer;
  readonly client: string;
  readonly address: string;
  /** Session at the provider with which it was begun; null for none that could end it. */
  readonly samlSession: SamlSession | null;
  readonly now: Date;
}

/** Adds a session. */
export async function insertSession(
  tx: Transaction,
  own: AccountRef,
  { address, client, now, samlSession: atProvider, tokenHash }: NewSession,
): Promise<void> {
  await tx.query(sql.unsafe`
    insert into browser_session (realm_id, user_id, token_hash, client, address, created_at, seen_at, saml_session)
    values (
      ${own.realmId}, ${own.userId}, ${sql.binary(tokenHash)}, ${client}, ${address},
      ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz,
      ${atProvider && JSON.stringify(atProvider)}::jsonb
    )
  `);
}

/** Deletes all of the user's sessions but the `most` that were used last, and those not used after a moment. */
export async function deleteSurplusSessions(
  tx: Transaction,
  own: AccountRef,
  { most, usedAfter }: { readonly most: number; readonly usedAfter: Date },
): Promise<void> {
  await tx.query(sql.unsafe`
    delete from browser_session
    where realm_id = ${own.realmId} and user_id = ${own.userId} and session_id not in (
      select session_id from browser_session
      where realm_id = ${own.realmId} and user_id = ${own.userId} and seen_at > ${usedAfter.toISOString()}::timestamptz
      order by seen_at desc, session_id desc
      limit ${most}
    )
  `);
}

/** Deletes a session; tells whether it was there. */
export async function deleteSession(
  tx: Transaction,
  own: AccountRef,
  id: number,
): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    delete from browser_session
    where realm_id = ${own.realmId} and user_id = ${own.userId} and session_id = ${id}
  `);
  return rowCount > 0;
}

/**
 * Deletes the user's sessions, but for one when it is given, and what would begin one; tells whether there
 * were any sessions.
 */
export async function deleteSessions(
  tx: Transaction,
  own: AccountRef,
  exceptId: number | null,
): Promise<boolean> {
  await tx.query(sql.unsafe`
    delete from log_in_token where realm_id = ${own.realmId} and user_id = ${own.userId}
  `);
  await deleteHalfSignIns(tx, own);
  const { rowCount } = await tx.query(sql.unsafe`
    delete from browser_session
    where realm_id = ${own.realmId} and user_id = ${own.userId} and session_id is distinct from ${exceptId}::bigint
  `);
  return rowCount > 0;
}

/** Deletes all sessions of the organization, and what would begin one. */
export async function deleteRealmSessions(tx: Transaction, realmId: number): Promise<void> {
  await tx.query(sql.unsafe`delete from log_in_token where realm_id = ${realmId}`);
  await deleteRealmHalfSignIns(tx, realmId);
  await tx.query(sql.unsafe`delete from browser_session where realm_id = ${realmId}`);
}

const endedSession = z.object({ userId: z.number(), samlSession: samlSession.nullable() });

/** Deletes the session with this token; returns whose it was, or null. */
export function deleteSessionByToken(
  tx: Transaction,
  realmId: number,
  tokenHash: Buffer,
): Promise<z.infer<typeof endedSession> | null> {
  return tx.maybeOne(sql.type(endedSession)`
    delete from browser_session where realm_id = ${realmId} and token_hash = ${sql.binary(tokenHash)}
    returning user_id as "userId", saml_session as "samlSession"
  `);
}

/** Notes that a session is used; in a transaction of its own, since nobody else hears of it. */
export async function updateSessionSeen(db: Connection, own: SessionRef, now: Date): Promise<void> {
  await db.query(sql.unsafe`
    update browser_session set seen_at = ${now.toISOString()}::timestamptz
    where realm_id = ${own.realmId} and user_id = ${own.userId} and session_id = ${own.sessionId}
  `);
}

interface SessionRef extends AccountRef {
  readonly sessionId: number;
}

/** Tells whether the user has the session and used it after a moment. */
export function hasSession(db: Connection, own: SessionRef, usedAfter: Date): Promise<boolean> {
  return db.oneFirst(sql.type(z.object({ exists: z.boolean() }))`
    select exists (
      select from browser_session
      where
        realm_id = ${own.realmId} and user_id = ${own.userId} and session_id = ${own.sessionId}
        and seen_at > ${usedAfter.toISOString()}::timestamptz
    )
  `);
}

const sessionOwner = z.object({
  sessionId: z.number(),
  createdAt: z.date(),
  seenAt: z.date(),
  userId: z.number(),
  role: z.number(),
  rateLimits: z.string(),
});

/** Finds the active account and the session of a token that was used after a moment; null when there is none. */
export function findSessionOwner(
  db: Connection,
  realmId: number,
  { tokenHash, usedAfter }: { readonly tokenHash: Buffer; readonly usedAfter: Date },
): Promise<z.infer<typeof sessionOwner> | null> {
  return db.maybeOne(sql.type(sessionOwner)`
    select
      session_id as "sessionId", created_at as "createdAt", seen_at as "seenAt", user_id as "userId", role,
      rate_limits as "rateLimits"
    from browser_session join account using (realm_id, user_id)
    where
      realm_id = ${realmId} and token_hash = ${sql.binary(tokenHash)} and seen_at > ${usedAfter.toISOString()}::timestamptz
      and is_active
  `);
}
