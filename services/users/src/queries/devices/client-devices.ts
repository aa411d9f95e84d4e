import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import type { AccountRef } from "../accounts/account-lock.ts";

/** Counts the user's devices. */
export function countDevices(tx: Transaction, own: AccountRef): Promise<number> {
  return tx.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*)::int as count from client_device
    where realm_id = ${own.realmId} and user_id = ${own.userId}
  `);
}

/** Adds a device. Returns its id. */
export function insertDevice(tx: Transaction, own: AccountRef): Promise<number> {
  return tx.oneFirst(sql.type(z.object({ id: z.number() }))`
    insert into client_device (realm_id, user_id) values (${own.realmId}, ${own.userId})
    returning device_id as id
  `);
}

/** Tells whether the user has the device. */
export function hasDevice(db: Connection, own: AccountRef, id: number): Promise<boolean> {
  return db.exists(sql.unsafe`
    select 1 from client_device
    where realm_id = ${own.realmId} and user_id = ${own.userId} and device_id = ${id}
  `);
}

/** Deletes a device; tells whether it was there. */
export async function deleteDevice(tx: Transaction, own: AccountRef, id: number): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    delete from client_device
    where realm_id = ${own.realmId} and user_id = ${own.userId} and device_id = ${id}
  `);
  return rowCount > 0;
}
