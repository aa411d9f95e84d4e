import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

interface SamlMessage {
  readonly issuer: string;
  readonly messageId: string;
  readonly receivedAt: Date;
  /** Contents for the browser that it is about; null when nobody waits for them. */
  readonly kept: { readonly tokenHash: Buffer; readonly sealed: string } | null;
}

/** Notes that a message came; false when it came before. */
export async function insertSamlMessage(
  db: Connection,
  realmId: number,
  { issuer, kept, messageId, receivedAt }: SamlMessage,
): Promise<boolean> {
  const { rowCount } = await db.query(sql.unsafe`
    insert into saml_message (realm_id, issuer, message_id, token_hash, sealed, received_at)
    values (
      ${realmId}, ${issuer}, ${messageId}, ${kept === null ? null : sql.binary(kept.tokenHash)},
      ${kept?.sealed ?? null}, ${sql.timestamp(receivedAt)}
    )
    on conflict (realm_id, issuer, message_id) do nothing
  `);
  return rowCount > 0;
}

/** Deletes the messages of an organization that are too old to be good again. */
export async function deleteOldSamlMessages(
  db: Connection,
  realmId: number,
  receivedBefore: Date,
): Promise<void> {
  await db.query(sql.unsafe`
    delete from saml_message
    where realm_id = ${realmId} and received_at < ${sql.timestamp(receivedBefore)}
  `);
}

interface Kept {
  readonly tokenHash: Buffer;
  readonly receivedAfter: Date;
}

/** Takes what a message said, so that nobody else gets it; null when there is none, or it has waited for too long. */
export function takeSamlMessage(
  db: Connection,
  realmId: number,
  { receivedAfter, tokenHash }: Kept,
): Promise<string | null> {
  return db.maybeOneFirst(sql.type(z.object({ sealed: z.string() }))`
    with found as (
      select issuer, message_id, sealed from saml_message
      where
        realm_id = ${realmId} and token_hash = ${sql.binary(tokenHash)}
        and received_at > ${sql.timestamp(receivedAfter)}
      for update
    )
    update saml_message m set token_hash = null, sealed = null
    from found
    where m.realm_id = ${realmId} and m.issuer = found.issuer and m.message_id = found.message_id
    returning found.sealed
  `);
}

interface AtProvider {
  readonly realmId: number;
  readonly userId: number;
  readonly issuer: string;
  readonly nameId: string;
  /** Sessions there; none for all. */
  readonly indexes: readonly string[];
}

/**
 * Deletes the sessions of a user that were begun with a provider, and the tokens that would begin one; tells whether
 * there were any sessions.
 */
export async function deleteSamlSessions(tx: Transaction, at: AtProvider): Promise<boolean> {
  const { indexes, issuer, nameId, realmId, userId } = at;
  const which = sql.fragment`
    realm_id = ${realmId} and user_id = ${userId}
    and saml_session->>'issuer' = ${issuer} and saml_session->>'nameId' = ${nameId}
    and (
      ${indexes.length === 0} or saml_session->>'sessionIndex' is null
      or saml_session->>'sessionIndex' = any(${sql.array([...indexes], "text")})
    )
  `;
  await tx.query(sql.unsafe`delete from log_in_token where ${which}`);
  const { rowCount } = await tx.query(sql.unsafe`delete from browser_session where ${which}`);
  return rowCount > 0;
}
