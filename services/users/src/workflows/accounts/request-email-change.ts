import type { Transaction } from "@team-chat/pg";

import { newKey } from "../../policies/authentication/api-keys.ts";
import { upsertEmailChange } from "../../queries/accounts/email-changes.ts";
import { insertMail } from "../../queries/accounts/mail.ts";

interface Wanted {
  readonly realm: { readonly id: number; readonly name: string; readonly url: string };
  readonly userId: number;
  readonly email: string;
}

/**
 * Keeps the address until it is confirmed, and has the link that does so sent there. The key is behind `#`, so that it
 * is in no server's log.
 */
export async function requestEmailChange(
  tx: Transaction,
  { realm, userId, email }: Wanted,
): Promise<void> {
  const token = newKey();
  await upsertEmailChange(tx, realm.id, { userId, email, token });
  await insertMail(tx, realm.id, {
    recipient: email,
    subject: `Confirm your new address in ${realm.name}`,
    body: `Somebody, probably you, wants ${email} to be the address of their account in ${realm.name}.\n\nTo confirm it within a day, open\n${realm.url}/confirm-email#${token}\n\nOtherwise do nothing.\n`,
  });
}
