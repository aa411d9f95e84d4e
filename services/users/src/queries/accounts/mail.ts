import { type Connection, type Database, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

export interface NewMail {
  readonly recipient: string;
  readonly subject: string;
  /** The e-mail as plain text. */
  readonly text: string;
  readonly html: string;
  /** Of e-mail that many get at once: address at which it is ended. It lets all other e-mail go first. */
  readonly unsubscribeUrl?: string;
}

/** Has an e-mail sent once the transaction is committed. */
export async function insertMail(tx: Transaction, realmId: number, mail: NewMail): Promise<void> {
  const { html, recipient, subject, text, unsubscribeUrl = null } = mail;
  await tx.query(sql.unsafe`
    insert into mail (realm_id, recipient, subject, body, html, is_bulk, unsubscribe_url)
    values (${realmId}, ${recipient}, ${subject}, ${text}, ${html}, ${unsubscribeUrl !== null}, ${unsubscribeUrl})
  `);
}

const dueMail = z.object({
  realmId: z.number(),
  id: z.number(),
  recipient: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string().nullable(),
  unsubscribeUrl: z.string().nullable(),
});

export type DueMail = z.infer<typeof dueMail>;

/**
 * E-mails that are to be tried now, of all organizations, what somebody waits for before what many get; until their
 * next time no other process takes them. The tenth attempt is the last.
 */
export function claimMail(db: Database, limit: number): Promise<readonly DueMail[]> {
  return db.any(sql.type(dueMail)`
    update mail
    set
      attempts = attempts + 1,
      next_try_at = case when attempts >= 9 then null else now() + make_interval(secs => 60 * 2 ^ attempts) end
    where (realm_id, mail_id) in (
      select realm_id, mail_id from mail
      where next_try_at <= now()
      order by is_bulk, next_try_at
      limit ${limit}
      for update skip locked
    )
    returning realm_id as "realmId", mail_id as id, recipient, subject, body as text, html, unsubscribe_url as "unsubscribeUrl"
  `);
}

/** Counts the e-mails of all organizations that are to be sent, and tells how old the oldest is. */
export function countWaitingMail(
  db: Database,
): Promise<{ readonly count: number; readonly seconds: number }> {
  return db.one(sql.type(z.object({ count: z.number(), seconds: z.number() }))`
    select
      count(*) as count,
      coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as seconds
    from mail where next_try_at is not null
  `);
}

/** Forgets what an e-mail says, if there will be no further attempt to send it. */
export async function forgetGivenUpMail(
  db: Connection,
  { realmId, id }: Pick<DueMail, "realmId" | "id">,
): Promise<void> {
  await db.query(sql.unsafe`
    update mail set body = '', html = null, unsubscribe_url = null
    where realm_id = ${realmId} and mail_id = ${id} and next_try_at is null
  `);
}

/** Notes that it was handed over. */
export async function markMailSent(
  db: Connection,
  { realmId, id }: Pick<DueMail, "realmId" | "id">,
): Promise<void> {
  await db.query(sql.unsafe`
    update mail set sent_at = now(), next_try_at = null, body = '', html = null, unsubscribe_url = null
    where realm_id = ${realmId} and mail_id = ${id}
  `);
}
