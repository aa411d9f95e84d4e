import type { fetchApiKey as contract, InputOf, OutputOf } from "@team-chat/contract";
import type { Anonymous } from "@team-chat/http";

import type { Context } from "../../context.ts";
import { checkedRealm } from "../../policies/authentication/login.ts";
import { loadApiKey } from "../../queries/authentication/credentials.ts";
import { loadPasswordAccount } from "../../workflows/authentication/load-password-account.ts";
import { noteSignIn } from "../../workflows/authentication/note-sign-in.ts";

type Input = InputOf<typeof contract>;
type Output = OutputOf<typeof contract>;

/** Fetches the key of the account whose address and password are given (docs/behaviour/api.md#obtaining-a-key). */
export async function fetchApiKey(ctx: Context, caller: Anonymous, input: Input): Promise<Output> {
  const realmId = checkedRealm(caller.realm).id;
  const { deliveryEmail, userId } = await loadPasswordAccount(ctx, realmId, input);
  await noteSignIn(ctx, { realmId, userId, method: "password", succeeded: true });
  const api_key = await loadApiKey(ctx.db, { realmId, userId });
  return { api_key, email: deliveryEmail, user_id: userId };
}
