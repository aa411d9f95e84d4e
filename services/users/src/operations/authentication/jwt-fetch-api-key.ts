import type { InputOf, jwtFetchApiKey as contract, OutputOf } from "@team-chat/contract";
import type { Anonymous } from "@team-chat/http";

import type { Context } from "../../context.ts";
import { vouchedEmail } from "../../policies/authentication/json-web-token.ts";
import {
  checkAccountActive,
  checkedRealm,
  checkRealmOpen,
  wrongCredentials,
} from "../../policies/authentication/login.ts";
import { secondFactorRequired } from "../../policies/second-factors/second-factors.ts";
import { presentUser } from "../../present/user.ts";
import { findAccountByEmail } from "../../queries/accounts/accounts.ts";
import { hasUnprovenAddress } from "../../queries/accounts/unproven-addresses.ts";
import { loadApiKey } from "../../queries/authentication/credentials.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { hasSecondFactor } from "../../queries/second-factors/second-factors.ts";
import { handOver } from "../../workflows/authentication/hand-over.ts";
import { noteSignIn } from "../../workflows/authentication/note-sign-in.ts";
import { changeRealm } from "../../workflows/change-realm.ts";
import { asksAfterSignIn } from "../../workflows/second-factors/asks-after-sign-in.ts";

/** Returns the key of the account that another system vouches for. */
export async function jwtFetchApiKey(
  ctx: Context,
  caller: Anonymous,
  { include_profile: withProfile, token }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const { id: realmId, subdomain } = checkedRealm(caller.realm);
  const email = await vouchedEmail(ctx.jwtKeys[subdomain], token);
  const realm = await loadRealm(ctx.db, realmId);
  checkRealmOpen(realm);
  const account = await findAccountByEmail(ctx.db, realmId, email.trim());
  if (account === null) throw wrongCredentials();
  checkAccountActive(account);
  const { deliveryEmail, userId } = account;
  if (asksAfterSignIn(realm) && (await hasSecondFactor(ctx.db, { realmId, userId })))
    throw secondFactorRequired(ctx.sites.urlOf(realm));
  if (await hasUnprovenAddress(ctx.db, { realmId, userId }))
    await changeRealm(ctx, realm, async ({ tx, begin }) => {
      if (!(await hasUnprovenAddress(tx, { realmId, userId }))) return;
      await handOver(await begin({ auth: true }), account);
    });
  await noteSignIn(ctx, { realmId, userId, method: "jwt", succeeded: true });
  const key = { api_key: await loadApiKey(ctx.db, { realmId, userId }), email: deliveryEmail };
  if (!withProfile) return { ...key, user_id: userId };
  const hostname = ctx.sites.hostnameOf(subdomain);
  const form = { viewer: account, hostname, clientGravatar: false, profileData: true };
  return { ...key, user_id: userId, user: presentUser(account, form) };
}
