import type { createSession as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { keyHash, newKey } from "../../policies/authentication/api-keys.ts";
import { checkAccountActive } from "../../policies/authentication/login.ts";
import { keptClient, maxSessions, oldestUse } from "../../policies/authentication/sessions.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { deleteSurplusSessions, insertSession } from "../../queries/authentication/sessions.ts";
import { loadDemoAccount } from "../../workflows/authentication/load-demo-account.ts";
import { loadPasswordAccount } from "../../workflows/authentication/load-password-account.ts";
import { changeOwn } from "../../workflows/change-own.ts";

type Input = z.output<typeof contract.input>;
type Output = z.input<typeof contract.output>;

/** Logs somebody in with a browser (docs/behaviour/sessions.md#logging-in). */
export async function createSession(ctx: Context, _: Identity, input: Input): Promise<Output> {
  const { address, password, realmId, username } = input;
  const { userId } =
    password === null
      ? await loadDemoAccount(ctx, realmId, username)
      : await loadPasswordAccount(ctx, realmId, { username, password });
  const token = newKey();
  const now = new Date(ctx.now());
  await changeOwn(ctx, { realm: { id: realmId }, userId }, async ({ tx, own }) => {
    // A deactivation that was committed meanwhile has ended all sessions; this one must not outlive it.
    checkAccountActive(await loadAccount(tx, realmId, userId));
    const client = keptClient(input.client);
    await insertSession(tx, own, { tokenHash: keyHash(token), client, address, now });
    await deleteSurplusSessions(tx, own, { most: maxSessions, usedAfter: oldestUse(ctx.now()) });
  });
  return { token };
}
