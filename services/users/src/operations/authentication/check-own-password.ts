import type { checkOwnPassword as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { checkPassword } from "../../policies/authentication/passwords.ts";
import { findPasswordHash } from "../../queries/authentication/credentials.ts";

/** Tells whether this is the account's password; no password is right for an account without one. */
export async function checkOwnPassword(
  ctx: Context,
  _: Identity,
  { password, realmId, userId }: z.output<typeof contract.input>,
): Promise<z.input<typeof contract.output>> {
  const hash = await findPasswordHash(ctx.db, { realmId, userId });
  return { isRight: await checkPassword(password, hash) };
}
