import { type Connection, type Fragment, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

/** A domain. */
export const domainRow = z.object({ domain: z.string(), allowSubdomains: z.boolean() });

export type DomainRow = z.infer<typeof domainRow>;

/** Returns the query for the organization's domains by name. */
export function selectDomains(realmId: number | Fragment) {
  return sql.fragment`
    select domain, allow_subdomains as "allowSubdomains" from realm_domain
    where realm_id = ${realmId}
    order by domain
  `;
}

/** Lists the organization's domains by name. */
export function listDomainRows(db: Connection, realmId: number): Promise<readonly DomainRow[]> {
  return db.any(sql.type(domainRow)`${selectDomains(realmId)}`);
}

/** False when the organization has the domain. */
export async function insertDomain(
  tx: Transaction,
  realmId: number,
  { domain, allowSubdomains }: DomainRow,
): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    insert into realm_domain (realm_id, domain, allow_subdomains)
    values (${realmId}, ${domain}, ${allowSubdomains})
    on conflict do nothing
  `);
  return rowCount === 1;
}

/** False when the organization has no such domain. */
export async function updateDomain(
  tx: Transaction,
  realmId: number,
  { domain, allowSubdomains }: DomainRow,
): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    update realm_domain set allow_subdomains = ${allowSubdomains}
    where realm_id = ${realmId} and domain = ${domain}
  `);
  return rowCount === 1;
}

/** False when the organization has no such domain. */
export async function deleteDomain(
  tx: Transaction,
  realmId: number,
  domain: string,
): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    delete from realm_domain where realm_id = ${realmId} and domain = ${domain}
  `);
  return rowCount === 1;
}
