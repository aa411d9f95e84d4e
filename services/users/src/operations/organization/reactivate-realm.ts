import type { reactivateRealm as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { checkOperator } from "../../policies/organization/operator.ts";
import { replaceApiKeys } from "../../queries/authentication/credentials.ts";
import { deleteRealmNamedKeys } from "../../queries/authentication/named-keys.ts";
import { deleteRealmSessions } from "../../queries/authentication/sessions.ts";
import { findRealmBySubdomain, updateRealmDeactivated } from "../../queries/organization/realms.ts";
import { changeRealm } from "../../workflows/change-realm.ts";
import { checkStays } from "../../workflows/deletions/schedule-deletion.ts";
import { recountFullMembers } from "../../workflows/groups/recount-full-members.ts";

/**
 * Lets everybody in again, with new keys: people log in, owners of bots look their keys up. Queues ended with the
 * deactivation. Repeating it changes nothing.
 */
export async function reactivateRealm(
  ctx: Context,
  identity: Identity,
  { subdomain }: z.output<typeof contract.input>,
): Promise<Record<string, never>> {
  checkOperator(identity);
  const found = await findRealmBySubdomain(ctx.db, subdomain);
  if (found === null) throw new AppError("BAD_REQUEST", `There is no organization '${subdomain}'.`);
  if (!found.deactivated) return {};
  await changeRealm(ctx, found, async ({ begin, tx: prospect }) => {
    await checkStays(prospect, found.id);
    const change = await begin({ reset: true });
    const { tx, versions } = change;
    const { version } = versions;
    await updateRealmDeactivated(tx, { id: found.id, version, deactivated: false, reason: "" });
    await replaceApiKeys(tx, found.id);
    await deleteRealmSessions(tx, found.id);
    await deleteRealmNamedKeys(tx, found.id);
    // Nobody has looked whose time came meanwhile.
    await recountFullMembers(change);
  });
  return {};
}
