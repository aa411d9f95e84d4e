import type { confirmEmailChange as contract, InputOf, OutputOf } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Anonymous } from "@team-chat/http";

import type { Context } from "../../context.ts";
import {
  checkAccountActive,
  checkedRealm,
  checkRealmOpen,
} from "../../policies/authentication/login.ts";
import { letterHead } from "../../present/letter-head.ts";
import { emailChangedLetter } from "../../present/letters.ts";
import { loadAccount, updateAccount } from "../../queries/accounts/accounts.ts";
import { deleteEmailChange, findEmailChange } from "../../queries/accounts/email-changes.ts";
import { insertMail } from "../../queries/accounts/mail.ts";
import { deleteUnprovenAddress } from "../../queries/accounts/unproven-addresses.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { checkOwnEmail } from "../../workflows/accounts/check-own-email.ts";
import { changeRealm } from "../../workflows/change-realm.ts";
import { emitEmail } from "../../workflows/events/emit-email.ts";

/**
 * Gives a user the address that `updateSettings` was asked for, and tells the former one; what may have changed since
 * is checked again.
 */
export async function confirmEmailChange(
  ctx: Context,
  { realm: ref }: Anonymous,
  { key }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const site = checkedRealm(ref);
  checkRealmOpen(await loadRealm(ctx.db, site.id));
  return changeRealm(ctx, site, async ({ tx, begin }) => {
    const wanted = await findEmailChange(tx, site.id, key);
    if (wanted === null)
      throw new AppError("BAD_REQUEST", "The confirmation link does not exist or has expired.");
    const { userId, email } = wanted;
    const own = await loadAccount(tx, site.id, userId);
    checkAccountActive(own);
    const realm = await checkOwnEmail(tx, { realmId: site.id, own, email });
    await deleteEmailChange(tx, site.id, userId);
    await deleteUnprovenAddress(tx, { realmId: site.id, userId });
    const change = await begin({ auth: true });
    const differences = { deliveryEmail: email, avatarVersion: own.avatarVersion + 1 };
    const { versions } = change;
    await updateAccount(tx, { realmId: site.id, userId }, { change: differences, versions });
    await emitEmail(change, { ...own, ...differences });
    const letter = emailChangedLetter(letterHead(ctx.sites, realm, own), email);
    await insertMail(tx, site.id, { recipient: own.deliveryEmail, ...letter });
    return { email };
  });
}
