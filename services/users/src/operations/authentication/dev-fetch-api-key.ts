import type { devFetchApiKey as contract, InputOf, OutputOf } from "@team-chat/contract";
import type { Anonymous } from "@team-chat/http";

import type { Context } from "../../context.ts";
import { checkDevelopment, checkedRealm } from "../../policies/authentication/login.ts";
import { loadApiKey } from "../../queries/authentication/credentials.ts";
import { loadDemoAccount } from "../../workflows/authentication/load-demo-account.ts";

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
  const { deliveryEmail, userId } = await loadDemoAccount(ctx, realmId, input.username);
  const api_key = await loadApiKey(ctx.db, { realmId, userId });
  return { api_key, email: deliveryEmail, user_id: userId };
}
