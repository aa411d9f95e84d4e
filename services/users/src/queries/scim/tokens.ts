import { type Connection, sql, type Transaction, UniqueViolation } from "@team-chat/pg";
import { z } from "zod";

const tokenRow = z.object({
  id: z.number(),
  name: z.string(),
  createdAt: z.date(),
  usedAt: z.date().nullable(),
});

export type ScimTokenRow = z.infer<typeof tokenRow>;

/** Lists the organization's tokens for SCIM, by id. */
export function listTokenRows(db: Connection, realmId: number): Promise<readonly ScimTokenRow[]> {
  return db.any(sql.type(tokenRow)`
    select token_id as id, name, created_at as "createdAt", used_at as "usedAt" from scim_token
    where realm_id = ${realmId}
    order by token_id
  `);
}

interface NewToken {
  readonly name: string;
  readonly hash: Buffer;
  readonly now: Date;
}

/** Inserts a token and returns its id; null when another one has the name, and the transaction is of no more use. */
export async function insertToken(
  tx: Transaction,
  realmId: number,
  { hash, name, now }: NewToken,
): Promise<number | null> {
  try {
    return await tx.oneFirst(sql.type(z.object({ id: z.number() }))`
      insert into scim_token (realm_id, name, token_hash, created_at)
      values (${realmId}, ${name}, ${sql.binary(hash)}, ${now.toISOString()}::timestamptz)
      returning token_id as id
    `);
  } catch (error) {
    if (error instanceof UniqueViolation) return null;
    throw error;
  }
}

/** False when the organization has no such token. */
export async function deleteToken(tx: Transaction, realmId: number, id: number): Promise<boolean> {
  const deleted = await tx.query(sql.unsafe`
    delete from scim_token where realm_id = ${realmId} and token_id = ${id}
  `);
  return deleted.rowCount === 1;
}

/** Finds a token by its hash. */
export function findToken(
  db: Connection,
  realmId: number,
  hash: Buffer,
): Promise<ScimTokenRow | null> {
  return db.maybeOne(sql.type(tokenRow)`
    select token_id as id, name, created_at as "createdAt", used_at as "usedAt" from scim_token
    where realm_id = ${realmId} and token_hash = ${sql.binary(hash)}
  `);
}

/** Notes that a token was used. */
export async function updateUse(
  db: Connection,
  realmId: number,
  { id, now }: { readonly id: number; readonly now: Date },
): Promise<void> {
  await db.query(sql.unsafe`
    update scim_token set used_at = ${now.toISOString()}::timestamptz
    where realm_id = ${realmId} and token_id = ${id}
  `);
}
