import type { OAuthProviderName } from "@team-chat/contract";
import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import type { AccountRef } from "../accounts/account-lock.ts";

/** Names the token that a user has given us for a provider. */
export interface TokenRef extends AccountRef {
  readonly provider: OAuthProviderName;
}

/** Finds the encrypted token, or null. */
export function findToken(db: Connection, ref: TokenRef): Promise<string | null> {
  return db.maybeOneFirst(sql.type(z.object({ sealed: z.string() }))`
    select sealed from call_token
    where realm_id = ${ref.realmId} and user_id = ${ref.userId} and provider = ${ref.provider}
  `);
}

/** Keeps the token in the place of any other. */
export async function upsertToken(tx: Transaction, ref: TokenRef, sealed: string): Promise<void> {
  await tx.query(sql.unsafe`
    insert into call_token (realm_id, user_id, provider, sealed)
    values (${ref.realmId}, ${ref.userId}, ${ref.provider}, ${sealed})
    on conflict (realm_id, user_id, provider) do update set sealed = excluded.sealed
  `);
}

/** Keeps the newer token unless the older one has gone meanwhile. */
export async function replaceToken(
  tx: Transaction,
  ref: TokenRef,
  { newer, older }: { readonly older: string; readonly newer: string },
): Promise<void> {
  await tx.query(sql.unsafe`
    update call_token set sealed = ${newer}
    where
      realm_id = ${ref.realmId} and user_id = ${ref.userId} and provider = ${ref.provider}
      and sealed = ${older}
  `);
}

/** Deletes a token; tells whether there was one, and with `sealed` only if it was this one. */
export async function deleteToken(
  tx: Transaction,
  ref: TokenRef,
  sealed: string | null,
): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    delete from call_token
    where
      realm_id = ${ref.realmId} and user_id = ${ref.userId} and provider = ${ref.provider}
      and (${sealed}::text is null or sealed = ${sealed})
  `);
  return rowCount > 0;
}
