import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

interface Link {
  readonly tokenHash: Buffer;
  readonly now: Date;
}

/** Adds an invitation to create an organization, and deletes those that have expired. */
export async function insertCreationInvitation(
  tx: Transaction,
  { expiresAt, now, tokenHash }: Link & { readonly expiresAt: Date },
): Promise<void> {
  await tx.query(sql.unsafe`
    delete from creation_invitation where expires_at <= ${sql.timestamp(now)}
  `);
  await tx.query(sql.unsafe`
    insert into creation_invitation (token_hash, expires_at)
    values (${sql.binary(tokenHash)}, ${sql.timestamp(expiresAt)})
  `);
}

/** Tells whether there is such an invitation, which was not used. */
export function hasCreationInvitation(db: Connection, { now, tokenHash }: Link): Promise<boolean> {
  return db.oneFirst(sql.type(z.object({ exists: z.boolean() }))`
    select exists (
      select from creation_invitation
      where token_hash = ${sql.binary(tokenHash)} and expires_at > ${sql.timestamp(now)}
    )
  `);
}

/** Takes an invitation, so that nobody uses it again; tells whether there was such a one. */
export async function takeCreationInvitation(
  tx: Transaction,
  { now, tokenHash }: Link,
): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    delete from creation_invitation
    where token_hash = ${sql.binary(tokenHash)} and expires_at > ${sql.timestamp(now)}
  `);
  return rowCount > 0;
}

const creation = z.object({
  email: z.string(),
  fullName: z.string(),
  name: z.string(),
  subdomain: z.string(),
  invitationHash: z.instanceof(Buffer).nullable(),
});

export type Creation = z.output<typeof creation>;

interface NewCreation extends Creation {
  readonly tokenHash: Buffer;
  readonly now: Date;
  readonly expiresAt: Date;
}

/** Adds an organization that somebody wants to create, and deletes those that nobody has confirmed in time. */
export async function insertCreation(tx: Transaction, given: NewCreation): Promise<void> {
  await tx.query(sql.unsafe`
    delete from organization_creation where expires_at <= ${sql.timestamp(given.now)}
  `);
  const invitation = given.invitationHash === null ? null : sql.binary(given.invitationHash);
  await tx.query(sql.unsafe`
    insert into organization_creation (
      token_hash, email, full_name, name, subdomain, invitation_hash, expires_at
    )
    values (
      ${sql.binary(given.tokenHash)}, ${given.email}, ${given.fullName}, ${given.name}, ${given.subdomain},
      ${invitation}, ${sql.timestamp(given.expiresAt)}
    )
  `);
}

/** Finds what a link creates, unless it was used or has expired. */
export function findCreation(db: Connection, { now, tokenHash }: Link): Promise<Creation | null> {
  return db.maybeOne(sql.type(creation)`
    select email, full_name as "fullName", name, subdomain, invitation_hash as "invitationHash"
    from organization_creation
    where
      token_hash = ${sql.binary(tokenHash)} and created_at is null and expires_at > ${sql.timestamp(now)}
  `);
}

/** Notes that an organization is created; false when it was, or the link has expired. It counts until `keptUntil`. */
export async function takeCreation(
  tx: Transaction,
  { keptUntil, now, tokenHash }: Link & { readonly keptUntil: Date },
): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    update organization_creation
    set created_at = ${sql.timestamp(now)}, expires_at = ${sql.timestamp(keptUntil)}
    where
      token_hash = ${sql.binary(tokenHash)} and created_at is null and expires_at > ${sql.timestamp(now)}
  `);
  return rowCount > 0;
}

/** Counts the organizations that were created after a moment. */
export function countCreations(db: Connection, after: Date): Promise<number> {
  return db.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*)::int as count from organization_creation where created_at > ${sql.timestamp(after)}
  `);
}

/** Has others who create an organization wait, so that they are counted one after the other. */
export async function lockCreations(tx: Transaction): Promise<void> {
  await tx.query(sql.unsafe`select pg_advisory_xact_lock(hashtext('organization_creation'))`);
}

/** Tells whether an organization has the subdomain, or had it and is still led to from there. */
export function isSubdomainTaken(db: Connection, subdomain: string): Promise<boolean> {
  return db.oneFirst(sql.type(z.object({ exists: z.boolean() }))`
    select exists (
      select from realm where subdomain = ${subdomain}
      union all
      select from realm_address where address = ${subdomain}
    )
  `);
}
