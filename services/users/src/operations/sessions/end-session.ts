import type { endSession as contract, InputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkSessionFound } from "../../policies/authentication/sessions.ts";
import { deleteSession } from "../../queries/authentication/sessions.ts";
import { shutOut } from "../../workflows/authentication/end-sessions.ts";
import { changeRealm } from "../../workflows/change-realm.ts";

/** Ends one of the caller's sessions. */
export async function endSession(
  ctx: Context,
  { realm, userId }: Caller,
  { session_id: id }: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  await changeRealm(ctx, realm, async ({ tx, begin }) => {
    checkSessionFound(await deleteSession(tx, { realmId: realm.id, userId }, id));
    await shutOut(await begin({ auth: true }), userId);
  });
  return {};
}
