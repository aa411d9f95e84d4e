import type { checkUnsubscription as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { keyHash } from "../../policies/authentication/api-keys.ts";
import { checkedUnsubscription } from "../../policies/settings/mail-settings.ts";
import { settingsOf } from "../../policies/settings/own-settings.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { findUnsubscription } from "../../queries/accounts/missed-mail.ts";

type Input = z.output<typeof contract.input>;
type Output = z.input<typeof contract.output>;

/** Tells which e-mail a link ends, without ending it: programs that look into e-mail open links as well. */
export async function checkUnsubscription(
  ctx: Context,
  _: Identity,
  { realmId, token }: Input,
): Promise<Output> {
  const link = { tokenHash: keyHash(token), now: new Date(ctx.now()) };
  const found = checkedUnsubscription(await findUnsubscription(ctx.db, realmId, link));
  const account = await loadAccount(ctx.db, realmId, found.userId);
  return { reasons: found.reasons, language: settingsOf(account).default_language };
}
