import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

interface UserRef {
  readonly realmId: number;
  readonly userId: number;
}

/** Tells whether nobody has shown that the account's address is theirs. */
export function hasUnprovenAddress(db: Connection, own: UserRef): Promise<boolean> {
  return db.oneFirst(sql.type(z.object({ exists: z.boolean() }))`
    select exists (
      select from unproven_address where realm_id = ${own.realmId} and user_id = ${own.userId}
    )
  `);
}

/** Notes that the account's address is only what somebody has said. */
export async function insertUnprovenAddress(tx: Transaction, own: UserRef): Promise<void> {
  await tx.query(sql.unsafe`
    insert into unproven_address (realm_id, user_id) values (${own.realmId}, ${own.userId})
  `);
}

/** Notes that the account's address is its owner's. */
export async function deleteUnprovenAddress(tx: Transaction, own: UserRef): Promise<void> {
  await tx.query(sql.unsafe`
    delete from unproven_address where realm_id = ${own.realmId} and user_id = ${own.userId}
  `);
}
