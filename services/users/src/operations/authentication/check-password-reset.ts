import type { checkPasswordReset as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { keyHash } from "../../policies/authentication/api-keys.ts";
import { checkedResetOwner } from "../../policies/authentication/password-resets.ts";
import { settingsOf } from "../../policies/settings/own-settings.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { findResetOwner } from "../../queries/authentication/password-resets.ts";

type Input = z.output<typeof contract.input>;
type Output = z.input<typeof contract.output>;

/** Tells whose password a link sets, without using it up: programs that look into e-mail open links as well. */
export async function checkPasswordReset(
  ctx: Context,
  _: Identity,
  { realmId, token }: Input,
): Promise<Output> {
  const link = { tokenHash: keyHash(token), now: new Date(ctx.now()) };
  const { email, userId } = checkedResetOwner(await findResetOwner(ctx.db, realmId, link));
  const account = await loadAccount(ctx.db, realmId, userId);
  return { email, language: settingsOf(account).default_language };
}
