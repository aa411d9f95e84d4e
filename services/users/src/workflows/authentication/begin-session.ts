import type { Context } from "../../context.ts";
import { keyHash, newKey } from "../../policies/authentication/api-keys.ts";
import { checkAccountActive } from "../../policies/authentication/login.ts";
import { keptClient, maxSessions, oldestUse } from "../../policies/authentication/sessions.ts";
import type { AccountRef } from "../../queries/accounts/account-lock.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { deleteSurplusSessions, insertSession } from "../../queries/authentication/sessions.ts";
import type { SamlSession } from "../../values/saml-settings.ts";
import { changeOwn } from "../change-own.ts";

/** Browser in which somebody logs in. */
export interface Browser {
  /** The header `User-Agent`. */
  readonly client: string;
  readonly address: string;
  /** Session at the provider with which somebody has signed in, if that can end ours. */
  readonly samlSession?: SamlSession | null;
}

/**
 * Begins a session of somebody who has proven who they are, and returns its token.
 * @throws USER_DEACTIVATED
 */
export async function beginSession(
  ctx: Context,
  { realmId, userId }: AccountRef,
  { address, client, samlSession = null }: Browser,
): Promise<string> {
  const token = newKey();
  const now = new Date(ctx.now());
  await changeOwn(ctx, { realm: { id: realmId }, userId }, async ({ tx, own }) => {
    // A deactivation that was committed meanwhile has ended all sessions; this one must not outlive it.
    checkAccountActive(await loadAccount(tx, realmId, userId));
    const kept = keptClient(client);
    const session = { tokenHash: keyHash(token), client: kept, address, samlSession, now };
    await insertSession(tx, own, session);
    await deleteSurplusSessions(tx, own, { most: maxSessions, usedAfter: oldestUse(ctx.now()) });
  });
  return token;
}
