import type { redeemLogInToken as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { keyHash } from "../../policies/authentication/api-keys.ts";
import { checkRealmOpen } from "../../policies/authentication/login.ts";
import { checkedToken } from "../../policies/authentication/sign-ins.ts";
import { takeLogInToken } from "../../queries/authentication/log-in-tokens.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { beginSession } from "../../workflows/authentication/begin-session.ts";

type Input = z.output<typeof contract.input>;
type Output = z.input<typeof contract.output>;

/** Logs a desktop app in whose user has signed in with a browser (docs/behaviour/single-sign-on.md#apps). */
export async function redeemLogInToken(ctx: Context, _: Identity, input: Input): Promise<Output> {
  const { realmId } = input;
  checkRealmOpen(await loadRealm(ctx.db, realmId));
  const given = { tokenHash: keyHash(input.token), now: new Date(ctx.now()) };
  const { next, samlSession, userId } = checkedToken(await takeLogInToken(ctx.db, realmId, given));
  const browser = { ...input, samlSession };
  return { token: await beginSession(ctx, { realmId, userId }, browser), next };
}
