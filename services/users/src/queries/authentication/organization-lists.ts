import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

/** Keeps that somebody has asked for the organizations of an address. */
export async function insertListRequest(db: Connection, email: string): Promise<void> {
  await db.query(sql.unsafe`insert into organization_list_request (email) values (${email})`);
}

/** Takes the addresses that were asked about, the oldest first; no other process takes them meanwhile. */
export function takeListRequests(tx: Transaction, limit: number): Promise<readonly string[]> {
  return tx.anyFirst(sql.type(z.object({ email: z.string() }))`
    delete from organization_list_request
    where request_id in (
      select request_id from organization_list_request
      order by requested_at
      limit ${limit}
      for update skip locked
    )
    returning email
  `);
}

const membership = z.object({
  realmId: z.number(),
  subdomain: z.string(),
  mainDomain: z.string(),
  name: z.string(),
  /** Address as the account has it. */
  email: z.string(),
});

/** Lists the open organizations in which a person has an active account with the address, by name. */
export function listMemberships(
  tx: Transaction,
  email: string,
  limit: number,
): Promise<readonly z.infer<typeof membership>[]> {
  return tx.any(sql.type(membership)`
    select realm_id as "realmId", subdomain, main_domain as "mainDomain", realm.name, delivery_email as email
    from account join realm using (realm_id)
    where lower(delivery_email) = lower(${email}) and is_active and not is_bot and not realm.deactivated
    order by realm.name, realm_id
    limit ${limit}
  `);
}
