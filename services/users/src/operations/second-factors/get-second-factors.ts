import type { getSecondFactors as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { takesPasswords } from "../../policies/authentication/methods.ts";
import { isOverdue } from "../../policies/second-factors/requirement.ts";
import { passkeySite } from "../../policies/second-factors/verify-passkey.ts";
import { settingsOf } from "../../policies/settings/own-settings.ts";
import type { AccountRef } from "../../queries/accounts/account-lock.ts";
import type { RealmRow } from "../../queries/organization/realms.ts";
import { listPasskeys } from "../../queries/second-factors/passkeys.ts";
import { countRecoveryCodes, findApp } from "../../queries/second-factors/second-factors.ts";
import { completeSettings } from "../../values/realm-settings.ts";
import { hasDirectoryPassword } from "../../workflows/authentication/has-directory-password.ts";
import { findDeadline } from "../../workflows/second-factors/find-deadline.ts";
import { loadOwnSession } from "../../workflows/second-factors/load-own-session.ts";

/** Tells somebody which second factors they have (docs/behaviour/second-factors.md#the-page). */
export async function getSecondFactors(
  ctx: Context,
  _: Identity,
  input: z.output<typeof contract.input>,
): Promise<z.input<typeof contract.output>> {
  const session = await loadOwnSession(ctx, input);
  const { account, isRecent, own, passwordHash, realm } = session;
  const app = await findApp(ctx.db, own);
  const deadline = await findDeadline(ctx.db, own);
  return {
    userId: own.userId,
    email: account.deliveryEmail,
    language: settingsOf(account).default_language,
    confirmedBy: passwordHash === null ? "recent_sign_in" : "password",
    mayChange: passwordHash !== null || isRecent,
    appSince: app && seconds(app.createdAt),
    passkeys: await presentPasskeys(ctx, realm, own),
    recoveryCodes: await countRecoveryCodes(ctx.db, own),
    ...(deadline === null ? {} : { requiredBy: Math.floor(deadline / 1000) }),
    isOverdue: isOverdue(deadline, ctx.now()),
  };
}

async function presentPasskeys(ctx: Context, realm: RealmRow, own: AccountRef) {
  const { host: here } = passkeySite(ctx.sites.urlOf(realm));
  const takesAlone =
    takesPasswords(completeSettings(realm.settings)) &&
    !(await hasDirectoryPassword(ctx.db, realm, own.userId));
  return (await listPasskeys(ctx.db, own)).map((passkey) => ({
    id: passkey.passkeyId,
    name: passkey.name,
    createdAt: seconds(passkey.createdAt),
    lastUsedAt: passkey.lastUsedAt && seconds(passkey.lastUsedAt),
    otherHost: passkey.host === here ? null : passkey.host,
    worksAlone: passkey.isDiscoverable && takesAlone,
  }));
}

function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
