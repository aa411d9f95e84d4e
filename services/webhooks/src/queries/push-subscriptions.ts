import { type Connection, type Database, sql } from "@team-chat/pg";
import { z } from "zod";

/** Most subscriptions of a person; with more the oldest are forgotten. */
const maxSubscriptions = 10;

const listed = z.object({ id: z.number(), createdAt: z.date() });

interface Owner {
  readonly realmId: number;
  readonly userId: number;
}

interface NewSubscription extends Owner {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly createdAt: Date;
  /** With which it was added; null for an API key. */
  readonly sessionId: number | null;
  /** Key with which it was added, unless it is the one that every account has. */
  readonly keyId: number | null;
  /** Mark by which users knows that session or key. */
  readonly accessMark: string;
}

/** Lists the subscriptions of a person, the newest first. */
export function listSubscriptions(
  db: Connection,
  { realmId, userId }: Owner,
): Promise<readonly z.infer<typeof listed>[]> {
  return db.any(sql.type(listed)`
    select id, created_at as "createdAt" from push_subscription
    where realm_id = ${realmId} and user_id = ${userId} order by created_at desc, id desc`);
}

/**
 * Keeps a subscription, which is the person's alone from now on, and forgets the oldest of too many; resolves to its
 * id.
 */
export function insertSubscription(db: Database, given: NewSubscription): Promise<number> {
  const { accessMark, auth, createdAt, endpoint, keyId, p256dh, realmId, sessionId, userId } =
    given;
  return db.transaction(async (tx) => {
    // What waits for whoever had it before goes with it.
    await tx.query(sql.unsafe`
      delete from push_subscription where realm_id = ${realmId} and endpoint = ${endpoint} and user_id <> ${userId}`);
    const id = await tx.oneFirst(sql.type(z.object({ id: z.number() }))`
      insert into push_subscription (realm_id, user_id, endpoint, p256dh, auth, created_at, session_id, key_id, access_mark)
      values (
        ${realmId}, ${userId}, ${endpoint}, ${p256dh}, ${auth}, ${createdAt.toISOString()}::timestamptz,
        ${sessionId}, ${keyId}, ${accessMark}
      )
      on conflict (realm_id, endpoint) do update
        set p256dh = excluded.p256dh, auth = excluded.auth, created_at = excluded.created_at,
          session_id = excluded.session_id, key_id = excluded.key_id, access_mark = excluded.access_mark
      returning id`);
    await tx.query(sql.unsafe`
      delete from push_subscription where realm_id = ${realmId} and id in (
        select id from push_subscription where realm_id = ${realmId} and user_id = ${userId}
        order by created_at desc, id desc offset ${maxSubscriptions}
      )`);
    return id;
  });
}

/** Forgets a subscription of a person; resolves to whether there was one. */
export async function deleteSubscription(
  db: Connection,
  { endpoint, realmId, userId }: Owner & { readonly endpoint: string },
): Promise<boolean> {
  const { rowCount } = await db.query(sql.unsafe`
    delete from push_subscription where realm_id = ${realmId} and user_id = ${userId} and endpoint = ${endpoint}`);
  return rowCount > 0;
}

/** Forgets a subscription that its push service has ended, with all that was to be pushed to it. */
export async function endSubscription(
  db: Connection,
  { realmId, subscriptionId }: { readonly realmId: number; readonly subscriptionId: number },
): Promise<void> {
  await db.query(sql.unsafe`
    delete from push_subscription where realm_id = ${realmId} and id = ${subscriptionId}`);
}

/** Finds those of the realms of which anybody has a subscription. */
export async function listPushedRealms(
  db: Connection,
  realmIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const found = await db.anyFirst(sql.type(z.object({ realmId: z.number() }))`
    select realm_id as "realmId" from unnest(${sql.array([...realmIds], "int8")}) as asked(realm_id)
    where exists (select from push_subscription where push_subscription.realm_id = asked.realm_id)`);
  return new Set(found);
}
