import type { requestPasswordReset as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { checkRealmOpen } from "../../policies/authentication/login.ts";
import { checkPasswordsEnabled } from "../../policies/authentication/methods.ts";
import { insertResetRequest } from "../../queries/authentication/password-resets.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { completeSettings } from "../../values/realm-settings.ts";

type Input = z.output<typeof contract.input>;

/** Notes that somebody wants a link; whether there is an account is looked up afterwards (`send-requested-mail.ts`). */
export async function requestPasswordReset(
  ctx: Context,
  _: Identity,
  { email, realmId }: Input,
): Promise<Record<string, never>> {
  const realm = await loadRealm(ctx.db, realmId);
  checkRealmOpen(realm);
  checkPasswordsEnabled(completeSettings(realm.settings));
  await insertResetRequest(ctx.db, realmId, email.trim());
  return {};
}
