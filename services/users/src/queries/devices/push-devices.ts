import { createHash } from "node:crypto";

import { storedLimits } from "@team-chat/contract";
import { type Connection, sql, type Transaction } from "@team-chat/pg";

import type { AccountRef } from "../accounts/account-lock.ts";

/** A device as its vendor names it. */
export interface PushDevice {
  readonly kind: "apns" | "fcm";
  readonly token: string;
}

/**
 * Keeps the device, and of all the user's the newest only; nothing changes when it is there. Needs the account's lock.
 */
export async function insertPushDevice(
  tx: Transaction,
  own: AccountRef,
  { appId, kind, token }: PushDevice & { readonly appId: string | null },
): Promise<void> {
  await tx.query(sql.unsafe`
    insert into push_device (realm_id, user_id, kind, token_hash, token, app_id)
    values (${own.realmId}, ${own.userId}, ${kind}, ${hashOf(token)}, ${token}, ${appId})
    on conflict (realm_id, user_id, kind, token_hash) do nothing
  `);
  await tx.query(sql.unsafe`
    delete from push_device
    where
      realm_id = ${own.realmId} and user_id = ${own.userId} and (kind, token_hash) in (
        select kind, token_hash from push_device
        where realm_id = ${own.realmId} and user_id = ${own.userId}
        order by created_at desc
        offset ${storedLimits.pushDevicesOfUser.most}
      )
  `);
}

/** Deletes a device; tells whether it was there. */
export async function deletePushDevice(
  tx: Transaction,
  own: AccountRef,
  { kind, token }: PushDevice,
): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    delete from push_device
    where
      realm_id = ${own.realmId} and user_id = ${own.userId} and kind = ${kind}
      and token_hash = ${hashOf(token)}
  `);
  return rowCount > 0;
}

/** Tells whether the user has a device of either kind with this token. */
export function hasPushDevice(db: Connection, own: AccountRef, token: string): Promise<boolean> {
  return db.exists(sql.unsafe`
    select 1 from push_device
    where
      realm_id = ${own.realmId} and user_id = ${own.userId} and kind in ('apns', 'fcm')
      and token_hash = ${hashOf(token)}
  `);
}

function hashOf(token: string) {
  return sql.binary(createHash("sha256").update(token).digest());
}
