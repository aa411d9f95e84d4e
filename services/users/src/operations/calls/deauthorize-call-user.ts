import type { deauthorizeCallUser as contract, InputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { forgetCallToken } from "../../workflows/calls/change-call-token.ts";

/** Forgets what the caller has given us to make calls with. */
export async function deauthorizeCallUser(
  ctx: Context,
  caller: Caller,
  { provider }: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  await forgetCallToken(ctx, { realmId: caller.realm.id, userId: caller.userId, provider }, null);
  return {};
}
