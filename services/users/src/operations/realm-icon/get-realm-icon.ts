import { type Anonymous, RedirectAnswer } from "@team-chat/http";

import type { Context } from "../../context.ts";
import { checkedRealm } from "../../policies/authentication/login.ts";
import { realmIcon } from "../../present/avatar.ts";
import { loadRealm } from "../../queries/organization/realms.ts";

/** Leads to the picture of the organization. */
export async function getRealmIcon(ctx: Context, caller: Anonymous): Promise<RedirectAnswer> {
  const { id, subdomain } = checkedRealm(caller.realm);
  const realm = await loadRealm(ctx.db, id);
  return new RedirectAnswer(realmIcon(realm, ctx.sites.hostnameOf(subdomain)).icon_url);
}
