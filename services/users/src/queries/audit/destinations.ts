import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import { type AuditPositions, auditPositions } from "../../values/audit-positions.ts";

const destinationRow = z.object({
  id: z.number(),
  name: z.string(),
  url: z.string(),
  sealed: z.string(),
  hasAuthorization: z.boolean(),
  place: auditPositions,
  isPaused: z.boolean(),
  createdAt: z.date(),
  failingSince: z.date().nullable(),
  lastFailure: z.string().nullable(),
  lastSuccessAt: z.date().nullable(),
});

export type DestinationRow = z.infer<typeof destinationRow>;

const shown = sql.fragment`
  destination_id as id, name, url, sealed, has_authorization as "hasAuthorization", place, is_paused as "isPaused",
  created_at as "createdAt", failing_since as "failingSince", last_failure as "lastFailure", last_success_at as "lastSuccessAt"`;

/** Lists where the organization's audit log is sent to, by id. */
export function listDestinationRows(
  db: Connection,
  realmId: number,
): Promise<readonly DestinationRow[]> {
  return db.any(sql.type(destinationRow)`
    select ${shown} from audit_destination where realm_id = ${realmId} order by destination_id`);
}

interface Ref {
  readonly realmId: number;
  readonly id: number;
}

/** Finds a destination of the organization, which nothing else changes until the transaction ends. */
export function lockDestination(
  tx: Transaction,
  { id, realmId }: Ref,
): Promise<DestinationRow | null> {
  return tx.maybeOne(sql.type(destinationRow)`
    select ${shown} from audit_destination where realm_id = ${realmId} and destination_id = ${id} for update`);
}

type Settings = Pick<DestinationRow, "hasAuthorization" | "name" | "sealed" | "url">;

interface NewDestination extends Settings {
  readonly place: AuditPositions;
  readonly now: Date;
}

/** Inserts a destination, to which something is sent at once, and returns its id. */
export function insertDestination(
  tx: Transaction,
  realmId: number,
  { hasAuthorization, name, now, place, sealed, url }: NewDestination,
): Promise<number> {
  return tx.oneFirst(sql.type(z.object({ id: z.number() }))`
    insert into audit_destination (realm_id, name, url, sealed, has_authorization, place, created_at, due_at)
    values (${realmId}, ${name}, ${url}, ${sealed}, ${hasAuthorization}, ${sql.jsonb(place)}, ${sql.timestamp(now)}, ${sql.timestamp(now)})
    returning destination_id as id`);
}

interface ChangedDestination extends Ref, Settings {
  readonly isPaused: boolean;
  readonly now: Date;
}

/**
 * Changes a destination, and forgets what failed with it as it was. What is under way for it ends without effect, and
 * is sent again.
 */
export async function updateDestination(
  tx: Transaction,
  { hasAuthorization, id, isPaused, name, now, realmId, sealed, url }: ChangedDestination,
): Promise<void> {
  await tx.query(sql.unsafe`
    update audit_destination set name = ${name}, url = ${url}, sealed = ${sealed}, has_authorization = ${hasAuthorization},
      is_paused = ${isPaused}, due_at = case when ${isPaused} then null else ${sql.timestamp(now)} end,
      failures = 0, failing_since = null, last_failure = null, claimed_by = null, claimed_until = null
    where realm_id = ${realmId} and destination_id = ${id}`);
}

/** False when the organization has no such destination. */
export async function deleteDestination(tx: Transaction, { id, realmId }: Ref): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    delete from audit_destination where realm_id = ${realmId} and destination_id = ${id}`);
  return rowCount === 1;
}

const owner = z.object({ userId: z.number() });

/** Lists the people who are owners, by id. */
export function listOwnerIds(
  db: Connection,
  realmId: number,
  ownerRole: number,
): Promise<readonly number[]> {
  return db.anyFirst(sql.type(owner)`
    select user_id as "userId" from account
    where realm_id = ${realmId} and role = ${ownerRole} and is_active and not is_bot
    order by user_id`);
}

const sealedRow = z.object({ realmId: z.number(), id: z.number(), sealed: z.string() });

/** Lists the secrets of all destinations. */
export function listSealedDestinations(
  db: Connection,
): Promise<readonly z.infer<typeof sealedRow>[]> {
  return db.any(sql.type(sealedRow)`
    select realm_id as "realmId", destination_id as id, sealed from audit_destination`);
}

/** Replaces sealed secrets by those that mean the same, unless they are others by now. */
export async function replaceSealedDestination(
  db: Connection,
  { id, realmId, sealed }: z.infer<typeof sealedRow>,
  anew: string,
): Promise<void> {
  await db.query(sql.unsafe`
    update audit_destination set sealed = ${anew}
    where realm_id = ${realmId} and destination_id = ${id} and sealed = ${sealed}`);
}
