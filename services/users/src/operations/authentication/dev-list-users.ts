import { type devListUsers as contract, type OutputOf, roles } from "@team-chat/contract";
import type { Anonymous } from "@team-chat/http";

import type { Context } from "../../context.ts";
import {
  checkDevelopment,
  checkedRealm,
  checkRealmOpen,
} from "../../policies/authentication/login.ts";
import { listAccounts } from "../../queries/accounts/accounts.ts";
import { loadRealm } from "../../queries/organization/realms.ts";

/** Lists the people of the organization that one can log in as; refuses unless the server runs in development mode. */
export async function devListUsers(
  ctx: Context,
  caller: Anonymous,
): Promise<OutputOf<typeof contract>> {
  checkDevelopment(ctx.mode);
  const { id: realmId, url } = checkedRealm(caller.realm);
  checkRealmOpen(await loadRealm(ctx.db, realmId));
  const people = (await listAccounts(ctx.db, realmId)).filter((one) => one.isActive && !one.isBot);
  const present = (one: { readonly deliveryEmail: string }) => ({
    email: one.deliveryEmail,
    realm_url: url,
    realm_uri: url,
  });
  return {
    direct_admins: people.filter((one) => one.role <= roles.administrator).map(present),
    direct_users: people.filter((one) => one.role > roles.administrator).map(present),
  };
}
