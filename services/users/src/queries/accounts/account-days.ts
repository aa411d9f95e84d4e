import { roles } from "@team-chat/contract";
import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

const accountCounts = z.object({
  people: z.number(),
  guests: z.number(),
  bots: z.number(),
  outgoingWebhooks: z.number(),
});

/** Numbers of active accounts, without bots of the server; outgoing webhooks are bots, too. */
export type AccountCounts = z.infer<typeof accountCounts>;

/** Counts the active accounts of an organization. */
export function countAccounts(db: Connection, realmId: number): Promise<AccountCounts> {
  return db.one(sql.type(accountCounts)`
    select
      count(*) filter (where not is_bot and role <> ${roles.guest}) as people,
      count(*) filter (where not is_bot and role = ${roles.guest}) as guests,
      count(*) filter (where is_bot) as bots,
      count(*) filter (where is_bot and bot_type = 3) as "outgoingWebhooks"
    from account where realm_id = ${realmId} and is_active and not is_system_bot
  `);
}

interface At {
  readonly realmId: number;
  readonly nowMs: number;
}

/** Keeps that the organization has so many accounts by now. Needs the realm's lock. */
export async function upsertAccountDay(
  tx: Transaction,
  { nowMs, realmId }: At,
  { bots, guests, people }: AccountCounts,
): Promise<void> {
  const day = sql.fragment`${new Date(nowMs).toISOString().slice(0, 10)}::date`;
  await tx.query(sql.unsafe`
    insert into account_day as kept (realm_id, day, people, guests, bots, left_people, left_guests, left_bots)
    select
      ${realmId}, ${day}, greatest(now.people, before.left_people), greatest(now.guests, before.left_guests),
      greatest(now.bots, before.left_bots), now.people, now.guests, now.bots
    from (select ${people}::int as people, ${guests}::int as guests, ${bots}::int as bots) now
    left join (
      select left_people, left_guests, left_bots from account_day
      where realm_id = ${realmId} and day < ${day} order by day desc limit 1
    ) before on true
    on conflict (realm_id, day) do update set
      people = greatest(kept.people, excluded.left_people),
      guests = greatest(kept.guests, excluded.left_guests),
      bots = greatest(kept.bots, excluded.left_bots),
      left_people = excluded.left_people, left_guests = excluded.left_guests, left_bots = excluded.left_bots
  `);
}
