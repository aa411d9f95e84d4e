import type { endOwnSession as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { keyHash } from "../../policies/authentication/api-keys.ts";
import { updateAccount } from "../../queries/accounts/accounts.ts";
import { deleteSessionByToken } from "../../queries/authentication/sessions.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { changeRealm } from "../../workflows/change-realm.ts";

/** Ends the session of a browser that logs out; does nothing when it has ended. */
export async function endOwnSession(
  ctx: Context,
  _: Identity,
  { realmId, token }: z.output<typeof contract.input>,
): Promise<Record<string, never>> {
  await changeRealm(ctx, await loadRealm(ctx.db, realmId), async ({ tx, begin }) => {
    const userId = await deleteSessionByToken(tx, realmId, keyHash(token));
    if (userId === null) return;
    const { versions } = await begin({ auth: true });
    await updateAccount(tx, { realmId, userId }, { change: {}, versions });
  });
  return {};
}
