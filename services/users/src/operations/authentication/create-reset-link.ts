import { authored } from "@team-chat/audit";
import type { createResetLink as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { checkPasswordsEnabled } from "../../policies/authentication/methods.ts";
import { checkOperator } from "../../policies/organization/operator.ts";
import { findAccountByEmail } from "../../queries/accounts/accounts.ts";
import { findRealmBySubdomain } from "../../queries/organization/realms.ts";
import { completeSettings } from "../../values/realm-settings.ts";
import { issueResetLink } from "../../workflows/authentication/issue-reset-link.ts";

type Input = z.output<typeof contract.input>;
type Output = z.input<typeof contract.output>;

/** Makes a link that the operator hands over, where e-mail reaches nobody. */
export async function createResetLink(
  ctx: Context,
  identity: Identity,
  { email, subdomain }: Input,
): Promise<Output> {
  checkOperator(identity);
  const realm = await findRealmBySubdomain(ctx.db, subdomain);
  if (realm === null) throw new AppError("BAD_REQUEST", `There is no organization '${subdomain}'.`);
  checkPasswordsEnabled(completeSettings(realm.settings));
  const account = await findAccountByEmail(ctx.db, realm.id, email);
  if (account === null || !account.isActive || account.isBot)
    throw new AppError("BAD_REQUEST", `There is no active account of a person '${email}'.`);
  const url = await authored(ctx.db, async (tx) => {
    await ctx.noteAction?.(tx, realm.id);
    return issueResetLink(ctx, tx, { account, realm });
  });
  return { url };
}
