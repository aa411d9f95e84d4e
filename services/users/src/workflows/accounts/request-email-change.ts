import type { Transaction } from "@team-chat/pg";

import { newKey } from "../../policies/authentication/api-keys.ts";
import { confirmEmailLetter } from "../../present/letters.ts";
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
  const letter = confirmEmailLetter(realm, { email, url: `${realm.url}/confirm-email/${token}` });
  await insertMail(tx, realm.id, { recipient: email, ...letter });
}
