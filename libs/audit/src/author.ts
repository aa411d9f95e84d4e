import { type Database, type Fragment, sql, type Transaction } from "@team-chat/pg";
import { type Author, currentWork } from "@team-chat/work";
import { z } from "zod";

/**
 * Makes the column by which a transaction says who acts, for whatever it changes from then on; for a statement that it
 * sends anyway. Nobody in particular acts in what no request has caused; `actor` is what the request itself may not
 * know.
 */
export function saidAuthor(actor?: Author["actor"]): Fragment {
  const author = currentWork()?.author?.();
  const said =
    author === undefined ? "" : JSON.stringify({ ...author, actor: { ...actor, ...author.actor } });
  return sql.fragment`set_config('audit.author', ${said}, true)`;
}

/** Says who acts, for whatever the transaction changes from then on, as `saidAuthor` does. */
export async function sayAuthor(tx: Transaction, actor?: Author["actor"]): Promise<void> {
  await tx.query(sql.type(z.object({}))`select ${saidAuthor(actor)}`);
}

/** Runs a transaction that says first who acts, as `saidAuthor` does. */
export function authored<T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
  actor?: Author["actor"],
): Promise<T> {
  return db.transaction(async (tx) => {
    await sayAuthor(tx, actor);
    return work(tx);
  });
}
