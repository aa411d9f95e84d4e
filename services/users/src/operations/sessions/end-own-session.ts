import type { endOwnSession as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { keyHash } from "../../policies/authentication/api-keys.ts";
import { settingsOf } from "../../policies/settings/own-settings.ts";
import { loadAccount, updateAccount } from "../../queries/accounts/accounts.ts";
import { deleteSessionByToken } from "../../queries/authentication/sessions.ts";
import { loadRealm, type RealmRow } from "../../queries/organization/realms.ts";
import type { SamlSession } from "../../values/saml-settings.ts";
import { findSamlPeer } from "../../workflows/authentication/find-saml-peer.ts";
import { changeRealm } from "../../workflows/change-realm.ts";

type Output = z.input<typeof contract.output>;

/** Ends the session of a browser that logs out; does nothing when it has ended. */
export async function endOwnSession(
  ctx: Context,
  _: Identity,
  { realmId, token }: z.output<typeof contract.input>,
): Promise<Output> {
  const realm = await loadRealm(ctx.db, realmId);
  const ended = await changeRealm(ctx, realm, async ({ tx, begin }) => {
    const session = await deleteSessionByToken(tx, realmId, keyHash(token));
    if (session === null) return null;
    const { samlSession, userId } = session;
    const { versions } = await begin({ auth: true });
    await updateAccount(tx, { realmId, userId }, { change: {}, versions });
    const { default_language: language } = settingsOf(await loadAccount(tx, realmId, userId));
    return { language, samlSession };
  });
  if (ended === null) return {};
  const { language, samlSession } = ended;
  const provider = samlSession && (await findLogOut(ctx, realm, samlSession));
  return provider === null ? { language } : { language, provider };
}

/** Finds where the person logs out as well (docs/behaviour/single-sign-on.md#logging-out-of-saml). */
async function findLogOut(
  ctx: Context,
  realm: RealmRow,
  session: SamlSession,
): Promise<NonNullable<Output["provider"]> | null> {
  try {
    const peer = findSamlPeer(ctx, realm, session.providerId);
    const { issuer, logOutUrl, name } = peer.provider;
    if (logOutUrl === undefined || issuer !== session.issuer) return null;
    return { name, url: await ctx.signIns.saml.logOutUrl(peer, session) };
  } catch (error) {
    // The provider is not there any more.
    if (error instanceof AppError && error.code === "NOT_FOUND") return null;
    throw error;
  }
}
