import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import type { AccountRef } from "../accounts/account-lock.ts";

const passkeyRow = z.object({
  userId: z.number(),
  passkeyId: z.number(),
  credentialId: z.instanceof(Buffer),
  publicKey: z.instanceof(Buffer),
  counter: z.number(),
  transports: z.array(z.string()),
  host: z.string(),
  name: z.string(),
  isDiscoverable: z.boolean(),
  createdAt: z.date(),
  lastUsedAt: z.date().nullable(),
});

export type PasskeyRow = z.output<typeof passkeyRow>;

const columns = sql.fragment`
  user_id as "userId", passkey_id as "passkeyId", credential_id as "credentialId", public_key as "publicKey", counter,
  transports, host, name, is_discoverable as "isDiscoverable", created_at as "createdAt", last_used_at as "lastUsedAt"
`;

/** Lists the account's passkeys, the oldest first. */
export function listPasskeys(db: Connection, own: AccountRef): Promise<readonly PasskeyRow[]> {
  return db.any(sql.type(passkeyRow)`
    select ${columns} from passkey
    where realm_id = ${own.realmId} and user_id = ${own.userId}
    order by created_at, passkey_id
  `);
}

/** Finds a passkey of anybody in the organization. */
export function findPasskey(
  db: Connection,
  realmId: number,
  credentialId: Buffer,
): Promise<PasskeyRow | null> {
  return db.maybeOne(sql.type(passkeyRow)`
    select ${columns} from passkey
    where realm_id = ${realmId} and credential_id = ${sql.binary(credentialId)}
  `);
}

interface NewPasskey {
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly host: string;
  readonly name: string;
  readonly isDiscoverable: boolean;
  readonly isBackedUp: boolean;
  readonly now: Date;
}

/** Adds a passkey; false when somebody in the organization has one of the same id. */
export async function insertPasskey(
  tx: Transaction,
  own: AccountRef,
  passkey: NewPasskey,
): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    insert into passkey (
      realm_id, user_id, credential_id, public_key, counter, transports, host, name, is_discoverable, is_backed_up,
      created_at
    )
    values (
      ${own.realmId}, ${own.userId}, ${sql.binary(passkey.credentialId)}, ${sql.binary(passkey.publicKey)},
      ${passkey.counter}, ${sql.array([...passkey.transports], "text")}, ${passkey.host}, ${passkey.name},
      ${passkey.isDiscoverable}, ${passkey.isBackedUp}, ${sql.timestamp(passkey.now)}
    )
    on conflict (realm_id, credential_id) do nothing
  `);
  return rowCount > 0;
}

interface PasskeyUse {
  readonly passkeyId: number;
  readonly counter: number;
  readonly isBackedUp: boolean;
  readonly now: Date;
}

/** Notes that a passkey was used. */
export async function updatePasskeyUse(
  tx: Transaction,
  own: AccountRef,
  { counter, isBackedUp, now, passkeyId }: PasskeyUse,
): Promise<void> {
  await tx.query(sql.unsafe`
    update passkey set counter = ${counter}, is_backed_up = ${isBackedUp}, last_used_at = ${sql.timestamp(now)}
    where realm_id = ${own.realmId} and user_id = ${own.userId} and passkey_id = ${passkeyId}
  `);
}

/** Gives a passkey of the account another name. */
export async function updatePasskeyName(
  tx: Transaction,
  own: AccountRef,
  { name, passkeyId }: { readonly name: string; readonly passkeyId: number },
): Promise<void> {
  await tx.query(sql.unsafe`
    update passkey set name = ${name}
    where realm_id = ${own.realmId} and user_id = ${own.userId} and passkey_id = ${passkeyId}
  `);
}

/** Deletes a passkey of the account; tells whether there was such a one. */
export async function deletePasskey(
  tx: Transaction,
  own: AccountRef,
  passkeyId: number,
): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    delete from passkey
    where realm_id = ${own.realmId} and user_id = ${own.userId} and passkey_id = ${passkeyId}
  `);
  return rowCount > 0;
}

interface Answered {
  readonly hash: Buffer;
  readonly now: Date;
  readonly expiresAt: Date;
}

/** Notes that a challenge was answered, and forgets those that have expired; false when it was answered before. */
export async function insertUsedChallenge(
  tx: Transaction,
  realmId: number,
  { expiresAt, hash, now }: Answered,
): Promise<boolean> {
  await tx.query(sql.unsafe`
    delete from used_challenge where realm_id = ${realmId} and expires_at <= ${sql.timestamp(now)}
  `);
  const { rowCount } = await tx.query(sql.unsafe`
    insert into used_challenge (realm_id, hash, expires_at)
    values (${realmId}, ${sql.binary(hash)}, ${sql.timestamp(expiresAt)})
    on conflict (realm_id, hash) do nothing
  `);
  return rowCount > 0;
}
