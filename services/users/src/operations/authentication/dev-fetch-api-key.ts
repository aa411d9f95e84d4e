import type { devFetchApiKey as contract, InputOf, OutputOf } from "@team-chat/contract";
import type { Anonymous } from "@team-chat/http";

import type { Context } from "../../context.ts";
import {
  checkAccountActive,
  checkDevelopment,
  checkedRealm,
  checkRealmOpen,
  wrongCredentials,
} from "../../policies/authentication/login.ts";
import { findAccountByEmail } from "../../queries/accounts/accounts.ts";
import { loadApiKey } from "../../queries/authentication/credentials.ts";
import { loadRealm } from "../../queries/organization/realms.ts";

type Input = InputOf<typeof contract>;
type Output = OutputOf<typeof contract>;

/** Returns the key of any account without its password; refuses unless the server runs in development mode. */
export async function devFetchApiKey(
  ctx: Context,
  caller: Anonymous,
  input: Input,
): Promise<Output> {
  checkDevelopment(ctx.mode);
  const realmId = checkedRealm(caller.realm).id;
  checkRealmOpen(await loadRealm(ctx.db, realmId));
  const account = await findAccountByEmail(ctx.db, realmId, input.username.trim());
  if (account === null) throw wrongCredentials();
  checkAccountActive(account);
  const api_key = await loadApiKey(ctx.db, { realmId, userId: account.userId });
  return { api_key, email: account.deliveryEmail, user_id: account.userId };
}
