import type { Claim } from "@team-chat/delivery";
import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

/** Lookups of an organization under way at a time. */
const maxOfRealm = 4;
/** Lookups at one server under way at a time, for all organizations together. */
const maxOfHost = 2;
/** Pages that wait for an organization; what else is linked to meanwhile is not looked up. */
const maxWaiting = 200;

const claimedPage = z.object({
  realmId: z.number(),
  id: z.number(),
  url: z.string(),
  title: z.string(),
  description: z.string(),
  picture: z.string().nullable(),
  fetchedAtMs: z.number().nullable(),
  tries: z.number(),
  claimedBy: z.string(),
  /** Nobody's request is continued: a page is looked up for all who wait for it. */
  traceparent: z.null(),
});

/** A page that this process looks up, or shows. */
export type ClaimedPage = z.infer<typeof claimedPage>;

interface PageRef {
  readonly realmId: number;
  readonly id: number;
}

/** Notes that these pages are wanted at once, as far as there is room, and returns their ids by address. */
export async function wantPages(
  tx: Transaction,
  realmId: number,
  { nowMs, urls }: { readonly urls: readonly string[]; readonly nowMs: number },
): Promise<ReadonlyMap<string, number>> {
  if (urls.length === 0) return new Map();
  const rows = urls.map((url) => [url, new URL(url).host]);
  const wanted = await tx.any(sql.type(z.object({ id: z.number(), url: z.string() }))`
    insert into linked_page (realm_id, url, host, due_at)
    select ${realmId}, url, host, ${at(nowMs)} from ${sql.unnest(rows, ["text", "text"])} as page(url, host)
    where (select count(*) from linked_page where realm_id = ${realmId} and due_at is not null) < ${maxWaiting}
    on conflict (realm_id, url) do update set due_at = coalesce(linked_page.due_at, excluded.due_at),
      tries = case when linked_page.due_at is null then 0 else linked_page.tries end
    returning id, url`);
  return new Map(wanted.map(({ id, url }) => [url, id]));
}

/**
 * Takes at most `limit` pages that are due, for the owner until `until`; others pass them over meanwhile. Organizations
 * take turns, and neither one of them nor one server has more than its share under way.
 */
export function claimPages(
  db: Connection,
  { limit, now, owner, until }: Claim & { readonly limit: number; readonly now: Date },
): Promise<readonly ClaimedPage[]> {
  const moment = at(now.getTime());
  const free = sql.fragment`due_at <= ${moment} and (claimed_until is null or claimed_until <= ${moment})`;
  // NOTE: materialized, because a plan that ran the subquery again would lock and claim more than the limit.
  return db.any(sql.type(claimedPage)`
    with busy as materialized (
      select realm_id, host from linked_page where claimed_until > ${moment}
    ), due as (
      select realm_id, id, host, due_at,
        row_number() over (partition by realm_id order by due_at, id)
          + (select count(*) from busy where busy.realm_id = linked_page.realm_id) as of_realm,
        row_number() over (partition by host order by due_at, realm_id, id)
          + (select count(*) from busy where busy.host = linked_page.host) as of_host
      from linked_page where ${free}
    ), taken as materialized (
      select linked_page.realm_id, linked_page.id from linked_page join due on due.realm_id = linked_page.realm_id and due.id = linked_page.id
      where of_realm <= ${maxOfRealm} and of_host <= ${maxOfHost} and linked_page.${free}
      order by of_realm, due.due_at limit ${limit} for update of linked_page skip locked
    )
    update linked_page set claimed_by = ${owner}, claimed_until = ${until.toISOString()}::timestamptz, tries = tries + 1
    from taken where linked_page.realm_id = taken.realm_id and linked_page.id = taken.id
    returning linked_page.realm_id as "realmId", linked_page.id, url, title, description, picture,
      floor(extract(epoch from fetched_at) * 1000)::int8 as "fetchedAtMs", tries, claimed_by as "claimedBy", null as traceparent`);
}

/** Prolongs the owner's claims on these pages, as far as it still has them. */
export async function renewPageClaims(
  db: Connection,
  pages: readonly PageRef[],
  { owner, until }: Claim,
): Promise<void> {
  const keys = pages.map(({ id, realmId }) => [realmId, id]);
  await db.query(sql.unsafe`
    update linked_page set claimed_until = ${until.toISOString()}::timestamptz
    from ${sql.unnest(keys, ["int8", "int8"])} as held(realm_id, id)
    where linked_page.realm_id = held.realm_id and linked_page.id = held.id and claimed_by = ${owner}`);
}

/** Lets a page go until it is tried again; `tries` are those that count. */
export async function putOffPage(
  db: Connection,
  { claimedBy, id, realmId }: ClaimedPage,
  { dueMs, tries }: { readonly dueMs: number; readonly tries: number },
): Promise<void> {
  await db.query(sql.unsafe`
    update linked_page set due_at = ${at(dueMs)}, tries = ${tries}, claimed_by = null, claimed_until = null
    where realm_id = ${realmId} and id = ${id} and claimed_by = ${claimedBy}`);
}

/** Writes down what a page says, for which nobody waits any more; false when another process has taken it. */
export async function finishPage(
  tx: Transaction,
  { claimedBy, description, fetchedAtMs, id, picture, realmId, title }: ClaimedPage,
): Promise<boolean> {
  const fetched = fetchedAtMs === null ? sql.fragment`null` : at(fetchedAtMs);
  const { rowCount } = await tx.query(sql.unsafe`
    update linked_page set title = ${title}, description = ${description}, picture = ${picture}, fetched_at = ${fetched},
      due_at = null, tries = 0, claimed_by = null, claimed_until = null
    where realm_id = ${realmId} and id = ${id} and claimed_by = ${claimedBy}`);
  return rowCount > 0;
}

/** Forgets pages that were looked up before a time. */
export async function forgetPages(db: Connection, beforeMs: number): Promise<void> {
  await db.query(
    sql.unsafe`delete from linked_page where due_at is null and coalesce(fetched_at, '-infinity') < ${at(beforeMs)}`,
  );
}

function at(ms: number) {
  return sql.fragment`${new Date(ms).toISOString()}::timestamptz`;
}
