import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { deleteSessions } from "../../queries/authentication/sessions.ts";
import { shutOut } from "../../workflows/authentication/end-sessions.ts";
import { changeRealm } from "../../workflows/change-realm.ts";

/** Ends all of the caller's sessions but the one that the request is made with. */
export async function endOtherSessions(
  ctx: Context,
  { realm, sessionId, userId }: Caller,
): Promise<Record<string, never>> {
  await changeRealm(ctx, realm, async ({ tx, begin }) => {
    const own = { realmId: realm.id, userId };
    if (await deleteSessions(tx, own, sessionId ?? null))
      await shutOut(await begin({ auth: true }), userId);
  });
  return {};
}
