import { type Connection, sql, type Transaction, UniqueViolation } from "@team-chat/pg";
import { z } from "zod";

const addressRow = z.object({
  address: z.string(),
  token: z.string(),
  /** Null for a domain that leads nowhere yet. */
  provenAt: z.date().nullable(),
  createdAt: z.date(),
});

/** An address besides the subdomain that leads to an organization, or is to. */
export type AddressRow = z.infer<typeof addressRow>;

const columns = sql.fragment`address, token, proven_at as "provenAt", created_at as "createdAt"`;

/** Lists the addresses of an organization besides its subdomain, the oldest first. */
export function listAddressRows(db: Connection, realmId: number): Promise<readonly AddressRow[]> {
  return db.any(sql.type(addressRow)`
    select ${columns} from realm_address where realm_id = ${realmId} order by created_at, address
  `);
}

/** Finds an address of an organization, or null. */
export function findAddressRow(
  db: Connection,
  realmId: number,
  address: string,
): Promise<AddressRow | null> {
  return db.maybeOne(sql.type(addressRow)`
    select ${columns} from realm_address where realm_id = ${realmId} and address = ${address}
  `);
}

/** Lets nobody else take the subdomain, or give it up, until this transaction ends. */
export async function lockSubdomain(tx: Transaction, subdomain: string): Promise<void> {
  await tx.query(sql.unsafe`
    select pg_advisory_xact_lock(hashtextextended(${`subdomain ${subdomain}`}, 0))
  `);
}

/** Tells whether a subdomain that somebody had before leads to another organization. */
export async function leadsElsewhere(
  db: Connection,
  realmId: number,
  subdomain: string,
): Promise<boolean> {
  return db.exists(sql.unsafe`
    select from realm_address
    where address = ${subdomain} and proven_at is not null and realm_id <> ${realmId}
  `);
}

interface NewAddress extends Pick<AddressRow, "address" | "token"> {
  readonly isProven: boolean;
}

/** Adds an address, unless the organization has it. */
export async function insertAddress(
  tx: Transaction,
  realmId: number,
  { address, isProven, token }: NewAddress,
): Promise<void> {
  await tx.query(sql.unsafe`
    insert into realm_address (realm_id, address, token, proven_at)
    values (${realmId}, ${address}, ${token}, case when ${isProven} then now() end)
    on conflict (realm_id, address) do nothing
  `);
}

/** Has a domain lead to the organization. False when it leads to another one. */
export async function updateAddressProven(
  tx: Transaction,
  realmId: number,
  address: string,
): Promise<boolean> {
  try {
    await tx.query(sql.unsafe`
      update realm_address set proven_at = now() where realm_id = ${realmId} and address = ${address}
    `);
    return true;
  } catch (error) {
    if (error instanceof UniqueViolation) return false;
    throw error;
  }
}

/** False when the organization has no such address. */
export async function deleteAddress(
  tx: Transaction,
  realmId: number,
  address: string,
): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    delete from realm_address where realm_id = ${realmId} and address = ${address}
  `);
  return rowCount === 1;
}

interface Stamped {
  readonly id: number;
  readonly version: number;
}

/** Gives the organization another subdomain, and everybody another API e-mail address. False when it is taken. */
export async function updateSubdomain(
  tx: Transaction,
  { id, version }: Stamped,
  subdomain: string,
): Promise<boolean> {
  try {
    await tx.query(sql.unsafe`
      update realm set subdomain = ${subdomain}, version = ${version}, renamed_version = ${version}
      where realm_id = ${id}
    `);
    return true;
  } catch (error) {
    if (error instanceof UniqueViolation) return false;
    throw error;
  }
}

/** Writes to which domain all other addresses lead; empty for the subdomain. */
export async function updateMainDomain(
  tx: Transaction,
  { id, version }: Stamped,
  domain: string,
): Promise<void> {
  await tx.query(sql.unsafe`
    update realm set main_domain = ${domain}, version = ${version} where realm_id = ${id}
  `);
}
