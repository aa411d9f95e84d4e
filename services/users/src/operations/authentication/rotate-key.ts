import type { rotateKey as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { checkOperator } from "../../policies/organization/operator.ts";
import { findAccountByEmail } from "../../queries/accounts/accounts.ts";
import { findRealmBySubdomain } from "../../queries/organization/realms.ts";
import { replaceAllKeys } from "../../workflows/authentication/replace-key.ts";
import { changeRealm } from "../../workflows/change-realm.ts";

type Input = z.output<typeof contract.input>;
type Output = z.input<typeof contract.output>;

/** Replaces the key of any account, and ends its sessions and its further keys. */
export async function rotateKey(ctx: Context, identity: Identity, input: Input): Promise<Output> {
  checkOperator(identity);
  const realm = await findRealmBySubdomain(ctx.db, input.subdomain);
  if (realm === null)
    throw new AppError("BAD_REQUEST", `There is no organization '${input.subdomain}'.`);
  return changeRealm(ctx, realm, async ({ tx, begin }) => {
    const user = await findAccountByEmail(tx, realm.id, input.email);
    if (user === null)
      throw new AppError(
        "BAD_REQUEST",
        `There is no account '${input.email}' in the organization.`,
      );
    const apiKey = await replaceAllKeys(await begin({ auth: true }), user);
    return { userId: user.userId, email: user.deliveryEmail, apiKey };
  });
}
