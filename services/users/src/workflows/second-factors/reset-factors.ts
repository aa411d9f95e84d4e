import type { Transaction } from "@team-chat/pg";

import type { Context } from "../../context.ts";
import { letterHead } from "../../present/letter-head.ts";
import { secondFactorLetter } from "../../present/letters.ts";
import { type Account, updateAccount } from "../../queries/accounts/accounts.ts";
import { insertMail } from "../../queries/accounts/mail.ts";
import type { RealmRow } from "../../queries/organization/realms.ts";
import { deleteHalfSignIns } from "../../queries/second-factors/half-sign-ins.ts";
import { deleteSecondFactors } from "../../queries/second-factors/second-factors.ts";
import { changeRealm } from "../change-realm.ts";

/**
 * Removes all second factors of the account that `target` loads and decides about, and writes to the person; does
 * nothing when there are none.
 */
export async function resetFactors(
  ctx: Context,
  realm: RealmRow,
  target: (tx: Transaction) => Promise<Account>,
): Promise<void> {
  await changeRealm(ctx, realm, async ({ begin, tx }) => {
    const account = await target(tx);
    const own = { realmId: realm.id, userId: account.userId };
    if (!(await deleteSecondFactors(tx, own))) return;
    await deleteHalfSignIns(tx, own);
    const { versions } = await begin({ auth: true });
    await updateAccount(tx, own, { change: {}, versions });
    const letter = secondFactorLetter(letterHead(ctx.sites, realm, account), "reset");
    await insertMail(tx, realm.id, { recipient: account.deliveryEmail, ...letter });
  });
}
