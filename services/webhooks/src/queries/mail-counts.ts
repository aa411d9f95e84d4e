import { type Connection, type Database, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import { timeOf } from "./missed-messages.ts";

/** Most e-mails in the hour of a person, and on the day of an organization. */
export interface MailLimits {
  readonly personHourly: number;
  readonly realmDaily: number;
}

interface Wanted {
  readonly realmId: number;
  readonly userId: number;
  readonly mails: number;
  readonly now: Date;
}

interface Granted {
  readonly mails: number;
  /** Time from which there may be more; null when all are granted. */
  readonly again: Date | null;
}

/** User id that stands for the whole organization. */
const everybody = 0;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Counts e-mails that are about to be sent, as many as the limits leave room for. */
export function takeMails(db: Database, wanted: Wanted, limits: MailLimits): Promise<Granted> {
  const { mails, now, realmId, userId } = wanted;
  const hour = windowOf(now, hourMs);
  const day = windowOf(now, dayMs);
  return db.transaction(async (tx) => {
    const ofDay = await lockCount(tx, { realmId, userId: everybody, ...day });
    const ofHour = await lockCount(tx, { realmId, userId, ...hour });
    const left = { day: limits.realmDaily - ofDay, hour: limits.personHourly - ofHour };
    const granted = Math.max(0, Math.min(mails, left.day, left.hour));
    await tx.query(sql.unsafe`
      update mail_count set mails = mails + ${granted}
      where realm_id = ${realmId} and user_id = any(${sql.array([everybody, userId], "int8")})`);
    if (granted === mails) return { mails, again: null };
    return { mails: granted, again: left.day < mails ? day.endsAt : hour.endsAt };
  });
}

interface Window {
  readonly beganAt: Date;
  readonly endsAt: Date;
}

function windowOf(now: Date, ms: number): Window {
  const began = Math.floor(now.getTime() / ms) * ms;
  return { beganAt: new Date(began), endsAt: new Date(began + ms) };
}

/** Returns the count of the window, and keeps others from it until the transaction ends. */
function lockCount(
  tx: Transaction,
  { beganAt, realmId, userId }: Window & { readonly realmId: number; readonly userId: number },
): Promise<number> {
  return tx.oneFirst(sql.type(z.object({ mails: z.number() }))`
    insert into mail_count (realm_id, user_id, began_at, mails) values (${realmId}, ${userId}, ${timeOf(beganAt)}, 0)
    on conflict (realm_id, user_id) do update set
      mails = case when mail_count.began_at < excluded.began_at then 0 else mail_count.mails end,
      began_at = greatest(mail_count.began_at, excluded.began_at)
    returning mails`);
}

/** Forgets up to a thousand counts of before; resolves to how many. */
export async function deleteMailCounts(db: Connection, before: Date): Promise<number> {
  const { rowCount } = await db.query(sql.unsafe`
    delete from mail_count where (realm_id, user_id) in (
      select realm_id, user_id from mail_count where began_at < ${timeOf(before)} limit 1000 for update skip locked
    )`);
  return rowCount;
}
