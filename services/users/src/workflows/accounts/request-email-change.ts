import type { Transaction } from "@team-chat/pg";

import { newKey } from "../../policies/authentication/api-keys.ts";
import type { Sites } from "../../policies/organization/sites.ts";
import { letterHead } from "../../present/letter-head.ts";
import { confirmEmailLetter } from "../../present/letters.ts";
import type { Account } from "../../queries/accounts/accounts.ts";
import { upsertEmailChange } from "../../queries/accounts/email-changes.ts";
import { insertMail } from "../../queries/accounts/mail.ts";
import type { RealmRow } from "../../queries/organization/realms.ts";

interface Wanted {
  readonly realm: RealmRow;
  readonly own: Account;
  readonly email: string;
}

/**
 * Keeps the address until it is confirmed, and has the link that does so sent there. The key is behind `#`, so that it
 * is in no server's log.
 */
export async function requestEmailChange(
  tx: Transaction,
  { email, own, realm, sites }: Wanted & { readonly sites: Sites },
): Promise<void> {
  const token = newKey();
  await upsertEmailChange(tx, realm.id, { userId: own.userId, email, token });
  const head = letterHead(sites, realm, own);
  const letter = confirmEmailLetter(head, { email, url: `${head.url}/confirm-email/${token}` });
  await insertMail(tx, realm.id, { recipient: email, ...letter });
}
