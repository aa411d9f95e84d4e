import type { Rows } from "./stored-rows.ts";

/** Tables in which something may change when all that follows from a request is done, with the reason. */
const afterwards: Readonly<Record<string, string>> = {
  "messages.projection_version": "Says how far something has got.",
  "users.audit_destination": "Others are sent the audit log afterwards.",
  "users.mail": "E-mail is sent afterwards.",
  "users.mail_unsubscription": "E-mail is sent afterwards.",
  "users.missed_batch": "E-mail is sent afterwards.",
  "users.outbox": "The mark is in it.",
  "users.request_count": "Requests are counted from time to time.",
  "users.user_status": "The mark is in it.",
};

/** Names the tables that are not at once what they are later; bots, phones and servers of others may be told later. */
export function changedLate(atOnce: Rows, later: Rows): readonly string[] {
  return [...later]
    .filter(([table, { hash }]) => hash !== atOnce.get(table)?.hash)
    .map(([table]) => table)
    .filter((table) => !table.startsWith("webhooks.") && !Object.hasOwn(afterwards, table))
    .map((table) => `${table} was changed late`);
}
